package io.halite.coprocessor;

import io.halite.coprocessor.gateway.LatestRegionScanner;
import io.halite.coprocessor.gateway.MarkedConditions;
import io.halite.coprocessor.gateway.MarkedWrites;
import io.halite.coprocessor.gateway.NumberedDeletes;
import io.halite.coprocessor.gateway.RegionGateways;
import io.halite.coprocessor.gateway.ScanOpenings;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.operate.CountedScans;
import io.halite.coprocessor.owner.Fence;
import io.halite.coprocessor.rights.RegionRights;
import io.halite.routing.scan.OwnerScan;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.security.User;

/**
 * The marked requests of one owner region: each is verified, and HBase serves it in place, with
 * filters that see natural keys. Thread-safe.
 */
final class OwnerRequests {
  private final SaltedTable table;
  private final MarkedWrites writes;
  private final MarkedConditions conditions;
  private final NumberedDeletes deletes;
  private final Fence fence;
  private final RegionRights rights;
  private final CountedScans counted;

  OwnerRequests(
      SaltedTable table, RegionGateways gateways, RegionRights rights, CountedScans counted) {
    this.counted = counted;
    this.table = table;
    this.writes = gateways.marked();
    this.conditions = gateways.conditions();
    this.deletes = gateways.deletes();
    this.fence = gateways.fence();
    this.rights = rights;
  }

  void write(Mutation mutation, Optional<User> caller) throws IOException {
    table.verify(mutation);
    rights.marked().requireSender(mutation, caller);
    fence.requireAwaited(ClientRequest.current());
    writes.verify(mutation);
  }

  /** Answers a conditional mutation; empty if HBase is to apply it as it is. */
  Optional<CheckAndMutateResult> check(CheckAndMutate check, Optional<User> caller)
      throws IOException {
    for (Mutation mutation : Conditions.mutations(check)) {
      table.verify(mutation);
      rights.marked().requireSender(mutation, caller);
    }
    fence.requireAwaited(ClientRequest.current());
    return conditions.checkAndMutate(check, rights.marked().nameOf(caller));
  }

  /** Answers a repeat of a conditional mutation that was applied; empty if HBase is to decide. */
  Optional<CheckAndMutateResult> locked(CheckAndMutate check, Optional<User> caller)
      throws IOException {
    Optional<CheckAndMutateResult> outcome =
        conditions.outcome(check, rights.marked().nameOf(caller));
    if (outcome.isPresent()) {
      rights.marked().requireInner(check, caller);
    }
    return outcome;
  }

  /** The answer to a conditional mutation that HBase has decided. */
  CheckAndMutateResult decided(CheckAndMutate check, CheckAndMutateResult answer)
      throws IOException {
    return conditions.answer(check, answer);
  }

  /**
   * A batch has ended: if HBase has applied it, and it belongs to a conditional mutation, repeats
   * of that end.
   */
  void ended(MiniBatchOperationInProgress<Mutation> batch, boolean applied) {
    if (applied) {
      conditions.applied(batch);
    }
  }

  /** HBase is about to apply a batch, under the locks of its rows. */
  void applying(MiniBatchOperationInProgress<Mutation> batch, Optional<User> caller)
      throws DoNotRetryIOException {
    // A delete inside a conditional write carries that write's number, and conditions counts it
    // already.
    if (!conditions.isApplying(batch)) {
      deletes.begin(batch, () -> rights.marked().nameOf(caller));
    }
  }

  /** HBase has applied a batch, and still holds the locks of its rows. */
  void applied(MiniBatchOperationInProgress<Mutation> batch) {
    deletes.applied(batch);
  }

  void get(Get get, Optional<User> caller) throws IOException {
    table.verify(get, get.getRow());
    rights.marked().filter(get, table.naturalView(get), caller).ifPresent(get::setFilter);
  }

  /** Prepares a scan; answers what replaces the scanner that HBase opens. */
  ScanOpenings.Replacement beforeOpening(Scan scan, Optional<User> caller) throws IOException {
    table.verify(scan);
    OwnerScan plan = OwnerScan.ofStored(scan, table);
    Optional<Filter> readable = rights.marked().readable(scan, caller);
    // A list of filters shows each of them a row's key, even if the first one hides the cells.
    Optional<Filter> view =
        readable.isPresent() ? plan.filter() : counted.around(plan.filter(), scan);
    rights.marked().both(readable, view).ifPresent(scan::setFilter);
    return LatestRegionScanner.of(plan);
  }
}
