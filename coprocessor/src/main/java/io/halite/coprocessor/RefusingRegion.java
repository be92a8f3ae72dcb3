package io.halite.coprocessor;

import io.halite.coprocessor.operate.StoredScan;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.routing.endpoint.RegionHandler;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;

/**
 * A region of a table whose attribute is wrong: it refuses every request with the reason.
 *
 * <p>The region is open, so that an {@code alter} can correct the attribute. Where HBase does not
 * ask about endpoints, the region refuses also what an endpoint sends it beneath the other hooks.
 * Immutable.
 */
final class RefusingRegion implements RegionRole {
  private static final Set<Operation> OF_ENDPOINTS =
      EnumSet.of(
          Operation.ANY,
          Operation.GET,
          Operation.SCAN,
          Operation.PUT,
          Operation.DELETE,
          Operation.INCREMENT,
          Operation.APPEND,
          Operation.BATCH_MUTATE,
          Operation.CHECK_AND_MUTATE);

  private final RegionCoprocessorEnvironment env;
  private final String reason;
  private final boolean unasked;

  /** A region that refuses with {@code reason}, which names what was given and the cure. */
  RefusingRegion(RegionCoprocessorEnvironment env, String reason) {
    this(env, reason, false);
  }

  private RefusingRegion(RegionCoprocessorEnvironment env, String reason, boolean unasked) {
    this.env = env;
    this.reason = reason;
    this.unasked = unasked;
  }

  /** The same, on an HBase that does not ask the region about endpoints. */
  static RefusingRegion unasked(RegionCoprocessorEnvironment env, String reason) {
    return new RefusingRegion(env, reason, true);
  }

  @Override
  public void starting(Operation operation) throws DoNotRetryIOException {
    if (unasked && OF_ENDPOINTS.contains(operation)) {
      throw refusal();
    }
  }

  /** The refusal of a region whose observer did not start. */
  static DoNotRetryIOException unstarted() {
    return new DoNotRetryIOException(
        "SaltingObserver could not start in this region, which refuses every request: find the"
            + " cause in the log of the region server, correct it, then disable and enable the"
            + " table");
  }

  private DoNotRetryIOException refusal() {
    return new DoNotRetryIOException(reason);
  }

  @Override
  public RegionCoprocessorEnvironment env() {
    return env;
  }

  /** Every refusal quotes the attribute. */
  @Override
  public boolean showsSpec(String text) {
    return true;
  }

  @Override
  public boolean write(Mutation mutation, Optional<User> caller) throws DoNotRetryIOException {
    throw refusal();
  }

  @Override
  public void applying(Mutation mutation) throws DoNotRetryIOException {
    throw refusal();
  }

  /** Nothing was collected. */
  @Override
  public void flush(MiniBatchOperationInProgress<Mutation> batch, boolean applied) {}

  @Override
  public Optional<CheckAndMutateResult> check(CheckAndMutate check, Optional<User> caller)
      throws DoNotRetryIOException {
    throw refusal();
  }

  @Override
  public Optional<CheckAndMutateResult> locked(CheckAndMutate check, Optional<User> caller)
      throws DoNotRetryIOException {
    throw refusal();
  }

  @Override
  public boolean get(Get get, List<Cell> cells, Optional<User> caller)
      throws DoNotRetryIOException {
    throw refusal();
  }

  /** Lets only the scans pass by which {@link TableReaders} finds out who may read the table. */
  @Override
  public void beforeOpening(Scan scan, Optional<User> caller) throws DoNotRetryIOException {
    if (!(scan instanceof StoredScan)) {
      throw refusal();
    }
  }

  @Override
  public RegionScanner afterOpening(Scan scan, RegionScanner scanner, Optional<User> caller) {
    return scanner;
  }

  @Override
  public void bulkLoad(List<Pair<byte[], String>> familyPaths, Optional<User> caller)
      throws DoNotRetryIOException {
    throw refusal();
  }

  @Override
  public void endpoint(String service) throws DoNotRetryIOException {
    ForeignEndpoints.requireAllowed(service, env);
  }

  /**
   * Throws the reason.
   *
   * @throws org.apache.hadoop.hbase.security.AccessDeniedException in its place, if the user may
   *     not read the table
   */
  @Override
  public RegionHandler operations() throws IOException {
    TableReaders.require(env);
    throw refusal();
  }

  @Override
  public void close() {}
}
