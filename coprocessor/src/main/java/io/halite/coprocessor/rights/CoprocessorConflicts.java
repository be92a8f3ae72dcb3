package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.SecurityClasses;
import io.halite.coprocessor.table.RegionSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * Finds what is wrong with the other coprocessors of a region, so that Halite must refuse requests.
 *
 * <p>There are four conflicts:
 *
 * <ul>
 *   <li>The observer is loaded twice. HBase would call both, and each would salt the key.
 *   <li>HBase calls a security coprocessor after Halite, by its priority number or, if both have
 *       the same, by the order in which they were loaded. Halite bypasses the rest of the chain:
 *       HBase would never call it.
 *   <li>The VisibilityController, or a class derived from it, is loaded. It would decide about cell
 *       labels at the owner, for the user of the region servers, who sees every cell.
 *   <li>Authorization is on, in the site or the table, but this server has not loaded a security
 *       coprocessor that its configuration or the table names, or has unloaded it after an error.
 *       The other servers trust forwards, so users of this server could read and write all rows of
 *       the table.
 * </ul>
 *
 * <p>A class that is derived from a security coprocessor is one, whatever its name. Of a class in a
 * jar this is known only once HBase has loaded it.
 *
 * <p>Thread-safe.
 */
final class CoprocessorConflicts {
  private final RegionCoprocessorEnvironment own;
  private final RegionSettings settings;
  private final OfCoprocessors<Optional<String>> objection =
      new OfCoprocessors<>(Optional.empty(), (host, all) -> objection(all));

  /** Every security coprocessor that has been loaded beside this observer. */
  private final Set<RegionCoprocessor> judges = ConcurrentHashMap.newKeySet();

  /**
   * Finds the conflicts of one region.
   *
   * @param own the environment of Halite's observer in that region
   * @param settings those of the region
   */
  CoprocessorConflicts(RegionCoprocessorEnvironment own, RegionSettings settings) {
    this.own = own;
    this.settings = settings;
  }

  /**
   * Passes if there is no conflict; checks again whenever the region's coprocessors have changed.
   *
   * @throws DoNotRetryIOException naming the other coprocessor and the cure
   */
  void check() throws DoNotRetryIOException {
    if (!(own.getRegion() instanceof HRegion region) || region.getCoprocessorHost() == null) {
      return;
    }
    Optional<String> now = objection.now(region.getCoprocessorHost());
    if (now.isPresent()) {
      throw new DoNotRetryIOException(
          now.get() + " (table '" + own.getRegionInfo().getTable() + "')");
    }
  }

  private Optional<String> objection(List<RegionCoprocessor> all) {
    judges.addAll(all.stream().filter(each -> SecurityClasses.isOne(each.getClass())).toList());
    return twice(all)
        .or(() -> behind(all))
        .or(() -> labels(all))
        .or(() -> settings.authorizes() ? missing(all) : Optional.empty());
  }

  private Optional<String> twice(List<RegionCoprocessor> all) {
    String observer = own.getInstance().getClass().getName();
    long observers = all.stream().filter(each -> name(each).equals(observer)).count();
    return observers <= 1
        ? Optional.empty()
        : Optional.of(
            "the observer is loaded "
                + observers
                + " times on this region, by site configuration, attribute or another loader, and"
                + " each would salt again: keep one");
  }

  private Optional<String> behind(List<RegionCoprocessor> all) {
    return all.stream()
        .dropWhile(each -> each != own.getInstance())
        .filter(each -> each != own.getInstance() && SecurityClasses.isOne(each.getClass()))
        .findFirst()
        .map(
            each ->
                "security coprocessor "
                    + name(each)
                    + " runs behind the observer, whose priority is "
                    + own.getPriority()
                    + ", so HBase would never call it: leave the observer's priority empty, and"
                    + " give a security coprocessor of the table a lower number");
  }

  private static Optional<String> labels(List<RegionCoprocessor> all) {
    return all.stream().noneMatch(each -> SecurityClasses.isLabelling(each.getClass()))
        ? Optional.empty()
        : Optional.of(
            "the VisibilityController is loaded, and would decide about the labels of forwarded"
                + " reads for the user of the region servers: salted tables and cell labels exclude"
                + " each other; unload the VisibilityController, or use plain tables");
  }

  private Optional<String> missing(List<RegionCoprocessor> all) {
    List<String> loaded = all.stream().map(CoprocessorConflicts::name).toList();
    for (String wanted : SecurityClasses.configured(settings.site())) {
      if (!loaded.contains(wanted)) {
        return Optional.of(missing(wanted + " is configured and not loaded"));
      }
    }
    for (CoprocessorDescriptor wanted :
        own.getRegion().getTableDescriptor().getCoprocessorDescriptors()) {
      String name = wanted.getClassName();
      if (SecurityClasses.isOne(name) && !loaded.contains(name)) {
        return Optional.of(missing(name + " is an attribute of the table and not loaded"));
      }
    }
    if (all.stream().noneMatch(each -> SecurityClasses.isOne(each.getClass()))) {
      return Optional.of(missing("no coprocessor that decides about rights is loaded"));
    }
    if (!all.contains(own.getInstance())) {
      // HBase has loaded all coprocessors once more, and calls this observer for endpoints alone.
      return Optional.empty();
    }
    return judges.stream()
        .filter(each -> !all.contains(each))
        .findFirst()
        .map(each -> missing(name(each) + " was loaded and is not any more"));
  }

  private String missing(String what) {
    return "hbase.security.authorization is on, but on server "
        + own.getServerName()
        + " "
        + what
        + ": it would forward all requests without a check of rights; load the coprocessor there"
        + " (hbase.coprocessor.region.classes, the server's log says why it failed), or set"
        + " hbase.security.authorization to false on all servers and in no table to true";
  }

  private static String name(RegionCoprocessor coprocessor) {
    return coprocessor.getClass().getName();
  }
}
