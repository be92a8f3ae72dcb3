package io.halite.coprocessor.rights;

import io.halite.coprocessor.host.AskedObserver;
import io.halite.coprocessor.host.AskedObserver.Question;
import io.halite.coprocessor.host.SecurityClasses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.security.User;

/**
 * The observers of one region that HBase calls before Halite's, in their order.
 *
 * <p>This class calls them one by one, see {@link AskedObserver}. Thread-safe.
 */
final class ObserversAhead {
  private final RegionCoprocessorEnvironment own;
  private final OfCoprocessors<List<AskedObserver>> line =
      new OfCoprocessors<>(List.of(), this::ahead);

  /** Finds the observers ahead of the coprocessor that runs in {@code own}. */
  ObserversAhead(RegionCoprocessorEnvironment own) {
    this.own = own;
  }

  /** Whether no observer is ahead. */
  boolean isEmpty() throws DoNotRetryIOException {
    return ahead().isEmpty();
  }

  /** Returns the class of an observer ahead for which the row of a get may matter. */
  Optional<String> stranger() throws DoNotRetryIOException {
    return ahead().stream()
        .filter(each -> !SecurityClasses.judgesNoRows(each.env()))
        .map(each -> each.observer().getClass().getName())
        .findFirst();
  }

  /**
   * Calls every observer ahead.
   *
   * @throws IOException any error that an observer throws
   * @throws DoNotRetryIOException if an observer takes the operation over
   */
  void ask(Optional<User> caller, Question question) throws IOException {
    ask(ahead(), caller, question);
  }

  /**
   * Calls only the observers that decide about rights.
   *
   * @throws DoNotRetryIOException if no such observer is loaded
   */
  void askSecurity(Optional<User> caller, Question question) throws IOException {
    List<AskedObserver> security =
        ahead().stream().filter(each -> SecurityClasses.isOne(each.env())).toList();
    if (security.isEmpty()) {
      throw new DoNotRetryIOException(
          "a gateway asks this region which cells a user may read, but no coprocessor that decides"
              + " about rights is loaded in region "
              + own.getRegionInfo().getRegionNameAsString()
              + ": load the same ones on all servers (hbase.coprocessor.region.classes)");
    }
    ask(security, caller, question);
  }

  private static void ask(List<AskedObserver> observers, Optional<User> caller, Question question)
      throws IOException {
    for (AskedObserver each : observers) {
      if (each.ask(caller, question)) {
        throw new DoNotRetryIOException(
            "coprocessor "
                + each.observer().getClass().getName()
                + " takes over a request that it is asked about ahead of time, and a salted table"
                + " cannot leave the request to it: send a mutation without a condition, or load"
                + " the coprocessor behind SaltingObserver");
      }
    }
  }

  private List<AskedObserver> ahead() throws DoNotRetryIOException {
    return line.now(((HRegion) own.getRegion()).getCoprocessorHost());
  }

  private List<AskedObserver> ahead(
      RegionCoprocessorHost host, List<RegionCoprocessor> coprocessors)
      throws DoNotRetryIOException {
    List<AskedObserver> ahead = new ArrayList<>();
    for (RegionCoprocessor each : coprocessors) {
      if (each == own.getInstance()) {
        return ahead;
      }
      Optional<RegionObserver> observer = each.getRegionObserver();
      if (observer.isPresent()) {
        ahead.add(new AskedObserver(observer.get(), environment(host, each)));
      }
    }
    throw new DoNotRetryIOException(
        "HBase no longer lists SaltingObserver as a coprocessor of its region, which happens if"
            + " it was unloaded after an error: find the error in the region server's log, then"
            + " disable and enable the table ("
            + own.getRegionInfo()
            + ")");
  }

  private static RegionCoprocessorEnvironment environment(
      RegionCoprocessorHost host, RegionCoprocessor coprocessor) throws DoNotRetryIOException {
    String name = coprocessor.getClass().getName();
    RegionCoprocessorEnvironment env = host.findCoprocessorEnvironment(name);
    if (env == null || env.getInstance() != coprocessor) {
      throw new DoNotRetryIOException(
          "coprocessor "
              + name
              + " is loaded twice ahead of SaltingObserver, which can call only one instance of a"
              + " class: remove one, from the table's attributes or from"
              + " hbase.coprocessor.region.classes");
    }
    return env;
  }
}
