package io.halite.coprocessor.operate;

import io.halite.coprocessor.host.AccessControl;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.StoreEstimate;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedRegions;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * Answers the requests to one region of a table with a spec: those of operators, and of gateways
 * for vacant images.
 */
public final class RegionOperations implements RegionHandler {
  private final RegionCoprocessorEnvironment env;
  private final SaltedTable table;
  private final NaturalRequests natural;
  private final CountedScans counted;
  private final ServedRegions served;
  private final Supplier<Optional<String>> refusal;

  /**
   * Answers for the region of {@code env}.
   *
   * @param counted what the filters of its last counted scans were shown
   * @param served the salted regions of its server, and what these know of scans
   * @param refusal why the region refuses requests for rows; empty if it serves them
   */
  public RegionOperations(
      RegionCoprocessorEnvironment env,
      SaltedTable table,
      NaturalRequests natural,
      CountedScans counted,
      ServedRegions served,
      Supplier<Optional<String>> refusal) {
    this.counted = counted;
    this.served = served;
    this.refusal = refusal;
    this.env = env;
    this.table = table;
    this.natural = natural;
  }

  @Override
  public RegionFacts facts() throws IOException {
    TableReaders.require(env);
    HRegion region = (HRegion) env.getRegion();
    long bytes = region.getMemStoreDataSize();
    for (Store store : region.getStores()) {
      bytes += store.getStorefilesSize();
    }
    return new RegionFacts(
        table.spec().toString(),
        ServerReport.version(),
        env.getServerName().toString(),
        bounds(),
        bytes,
        natural.ownReads(region),
        natural.ownWrites(region),
        natural.reads(),
        natural.writes());
  }

  @Override
  public ServerFacts server() throws IOException {
    requireSuperuser("facts of the server", "superusers of HBase may do: connect as one");
    return ServerReport.of(env, refusal.get());
  }

  @Override
  public BitSet vacant(long fingerprint, List<KeyRange> images) throws IOException {
    requireSuperuser("vacant images", "region servers do: scan the table");
    return served.look(table.name(), fingerprint, images).vacant();
  }

  @Override
  public RegionReading reading(List<KeyRange> ranges, long number) throws IOException {
    TableReaders.require(env);
    List<KeyRange> here =
        ranges.stream().map(bounds()::intersect).filter(range -> !range.isEmpty()).toList();
    RegionReading estimate =
        StoreEstimate.of((HRegion) env.getRegion(), here, TableReaders.readableFamilies(env));
    return new RegionReading(estimate.bytes(), estimate.cells(), counted.of(number));
  }

  @Override
  public Optional<byte[]> rest(long ticket) throws IOException {
    // Its rows are those that another user has read, so this holds without an authority of rights.
    requireSuperuser("rest of a scan", "region servers do: open the scan again", true);
    Optional<ScanTicket> asked = ScanTicket.of(ticket);
    return asked.isPresent() ? served.scans().find(table.name(), asked.get()) : Optional.empty();
  }

  private void requireSuperuser(String what, String rule) throws IOException {
    requireSuperuser(what, rule, RegionSettings.of(env).authorizes());
  }

  private void requireSuperuser(String what, String rule, boolean required) throws IOException {
    User sender = ClientRequest.sender();
    if (required && !AccessControl.isSuperuser(sender)) {
      throw new AccessDeniedException(
          "user '%s' requests the %s of table '%s', which only %s"
              .formatted(sender.getShortName(), what, table.name(), rule));
    }
  }

  private KeyRange bounds() {
    RegionInfo region = env.getRegionInfo();
    return KeyRange.of(region.getStartKey(), region.getEndKey());
  }

  @Override
  public WalkPage walk(Walk walk) throws IOException {
    HRegion region = (HRegion) env.getRegion();
    WalkRights rights = new WalkRights(env);
    boolean hidden = walk.act() == Walk.Act.DELETE_PREFIX && !rights.readsAll();
    RegionWalk here = new RegionWalk(region, table, walk, hidden);
    // First, since the refusals below show the spec.
    if (walk.act() == Walk.Act.VERIFY) {
      TableReaders.require(env);
    } else {
      rights.requireDeleter(table.mark());
      rights.requireNoLabels();
    }
    if (walk.act() == Walk.Act.COUNT_PREFIX) {
      rights.requireReader();
    }
    if (walk.fingerprint() != table.spec().fingerprint()) {
      throw new DoNotRetryIOException(
          "the question was sent under another spec than that of " + table + ": send it again");
    }
    if (!bounds().contains(walk.rows().start())) {
      throw new DoNotRetryIOException(
          "range "
              + walk.rows()
              + " does not begin in the region asked, "
              + bounds()
              + ": ask the region of its start");
    }
    StoredScan scan = new StoredScan(walk.rows().intersect(bounds()));
    return switch (walk.act()) {
      case VERIFY -> here.verify(scan);
      case COUNT_PREFIX -> here.count(scan);
      case DELETE_PREFIX -> here.delete(scan, region::batchMutate);
    };
  }
}
