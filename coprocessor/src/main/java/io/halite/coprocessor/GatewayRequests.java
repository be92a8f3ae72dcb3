package io.halite.coprocessor;

import io.halite.coprocessor.gateway.RegionGateways;
import io.halite.coprocessor.gateway.ScanOpenings;
import io.halite.coprocessor.operate.NaturalRequests;
import io.halite.coprocessor.rights.Judged;
import io.halite.coprocessor.rights.RegionRights;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.security.User;

/**
 * The natural requests of one gateway region: each is counted, judged by the region's security
 * coprocessors, and forwarded. Thread-safe.
 */
final class GatewayRequests {
  private final RegionGateways gateways;
  private final RegionRights rights;
  private final NaturalRequests counted = new NaturalRequests();

  GatewayRequests(RegionGateways gateways, RegionRights rights) {
    this.gateways = gateways;
    this.rights = rights;
  }

  /** The requests that came to this gateway so far. */
  NaturalRequests counted() {
    return counted;
  }

  /** Collects a write, which is sent at the end of its batch. */
  void write(Mutation mutation, Optional<User> caller) throws IOException {
    counted.batched();
    gateways.writes().collect(rights.natural().write(mutation, caller));
  }

  CheckAndMutateResult check(CheckAndMutate check, Optional<User> caller) throws IOException {
    Judged<CheckAndMutate> judged = rights.natural().conditional(check, caller);
    // HBase may unload a coprocessor that fails, at any time. The required ones have judged the
    // request only if they are still loaded.
    rights.requireGuards();
    gateways.takeOverAndRelease();
    CheckAndMutateResult answer = gateways.writes().checkAndMutate(judged);
    counted.conditional();
    return answer;
  }

  void get(Get get, List<Cell> cells, Optional<User> caller) throws IOException {
    counted.read();
    Judged<Get> judged = rights.natural().get(get, caller);
    gateways.takeOverAndRelease();
    gateways.reads().get(judged, cells);
  }

  /**
   * Prepares a scan, so that the scanner that HBase opens reads nothing; answers the scanner in its
   * place, which reads the owners.
   */
  ScanOpenings.Replacement beforeOpening(Scan scan, Optional<User> caller) throws IOException {
    counted.read();
    return gateways.scans().prepare(scan, rights.natural().scan(scan, caller));
  }
}
