package io.halite.coprocessor;

import io.halite.coprocessor.gateway.LatestRegionScanner;
import io.halite.coprocessor.gateway.ScanOpenings;
import io.halite.coprocessor.operate.StoredDelete;
import io.halite.coprocessor.operate.StoredScan;
import io.halite.coprocessor.rights.Judged;
import io.halite.coprocessor.rights.Judges;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.routing.scan.OwnerScan;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * What one region does with each request that reaches its observer: serve it in place, where the
 * table has no salt; serve it as an owner, where the request is marked; or else have it judged and
 * forward it, in place of HBase.
 */
final class RegionRequests {
  private final RegionState state;

  RegionRequests(RegionState state) {
    this.state = state;
  }

  /** Takes a natural write over and bypasses this region; a marked one is left to it. */
  boolean write(ObserverContext<RegionCoprocessorEnvironment> ctx, Mutation mutation)
      throws IOException {
    RegionGateways gateways = state.require();
    if (mutation instanceof StoredDelete) {
      return false;
    }
    if (gateways == null) {
      state.checkInPlace(mutation.getRow());
      return false;
    }
    if (Mark.isOn(mutation)) {
      state.rights().marked().requireSender(mutation, ctx.getCaller());
      gateways.writes().pass(mutation);
      return false;
    }
    gateways.natural().write();
    gateways.writes().collect(state.rights().natural().write(mutation, ctx.getCaller()));
    ctx.bypass();
    return true;
  }

  /**
   * Answers a conditional mutation.
   *
   * @param unserved the answer that leaves it to the region
   */
  CheckAndMutateResult check(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult unserved)
      throws IOException {
    RegionGateways gateways = state.require();
    if (gateways == null) {
      state.checkInPlace(check.getRow());
      return unserved;
    }
    Optional<CheckAndMutateResult> answer =
        state.table().areMarked(Judges.mutations(check))
            ? checkStored(ctx, check)
            : Optional.of(checkNatural(ctx, check));
    answer.ifPresent(served -> ctx.bypass());
    return answer.orElse(unserved);
  }

  private CheckAndMutateResult checkNatural(
      ObserverContext<RegionCoprocessorEnvironment> ctx, CheckAndMutate check) throws IOException {
    Judged<CheckAndMutate> judged = state.rights().natural().conditional(check, ctx.getCaller());
    // HBase takes a coprocessor that has failed off at any time: those that must judge have judged
    // only if they are still there.
    state.require();
    CheckAndMutateResult answer = state.gateways().writes().checkAndMutate(judged);
    state.gateways().natural().write();
    return answer;
  }

  private Optional<CheckAndMutateResult> checkStored(
      ObserverContext<RegionCoprocessorEnvironment> ctx, CheckAndMutate check) throws IOException {
    for (Mutation mutation : Judges.mutations(check)) {
      state.rights().marked().requireSender(mutation, ctx.getCaller());
    }
    return state.gateways().writes().checkStored(check, ctx.getEnvironment().getRegion());
  }

  /** Answers a get by natural key; has the filter of a marked one see natural keys. */
  void get(ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    RegionGateways gateways = state.require();
    if (gateways == null) {
      state.refuseIndex(get);
    } else if (Mark.isOn(get)) {
      state.table().verify(get, get.getRow());
      Optional<Filter> view = Optional.ofNullable(state.table().naturalView(get.getFilter()));
      state.rights().marked().filter(get, view, ctx.getCaller()).ifPresent(get::setFilter);
    } else {
      gateways.natural().read();
      gateways.reads().get(state.rights().natural().get(get, ctx.getCaller()), result);
      ctx.bypass();
    }
  }

  /**
   * Answers whether a row exists by natural key.
   *
   * @param unserved the answer that leaves it to the region
   */
  boolean exists(ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, boolean unserved)
      throws IOException {
    RegionGateways gateways = state.require();
    if (gateways == null) {
      state.refuseIndex(get);
      return unserved;
    }
    if (Mark.isOn(get)) {
      return unserved;
    }
    gateways.natural().read();
    boolean answer = gateways.reads().exists(state.rights().natural().get(get, ctx.getCaller()));
    ctx.bypass();
    return answer;
  }

  /** Prepares what HBase opens: the rows of a marked scan, nothing of a natural one. */
  void beforeOpening(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    if (scan instanceof StoredScan) {
      return;
    }
    RegionGateways gateways = state.require();
    if (state.table() == null) {
      state.installWhere(scan);
    } else if (gateways == null) {
      OwnerScan plan =
          OwnerScan.inPlace(scan, state.table(), ctx.getEnvironment().getRegionInfo());
      plan.filter().ifPresent(scan::setFilter);
      state.openings().before(scan, cutting(plan));
    } else if (Mark.isOn(scan)) {
      prepareStored(ctx, scan);
    } else {
      gateways.natural().read();
      state
          .openings()
          .before(
              scan,
              gateways.scans().prepare(scan, state.rights().natural().scan(scan, ctx.getCaller())));
    }
  }

  private void prepareStored(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    state.table().verify(scan);
    OwnerScan plan = OwnerScan.ofStored(scan, state.table());
    state
        .rights()
        .marked()
        .filter(scan, plan.filter(), ctx.getCaller())
        .ifPresent(scan::setFilter);
    state.openings().before(scan, cutting(plan));
  }

  private static ScanOpenings.Replacement cutting(OwnerScan plan) {
    return (core, owner) ->
        plan.cut().isPresent() ? new LatestRegionScanner(core, plan.cut().get(), owner) : core;
  }

  /** Puts in place of the region's own scanner the one that answers. */
  RegionScanner afterOpening(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan, RegionScanner scanner)
      throws IOException {
    return state.table() == null
        ? scanner
        : state.openings().after(scan, scanner, state.rights().opener(ctx.getCaller()));
  }
}
