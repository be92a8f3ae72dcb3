package io.halite.it.rights;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/**
 * A judge by its name, who judges gets, scans and puts of three users, and no condition of a
 * check-and-mutate that is a filter, as Apache Ranger does.
 */
public final class StrictAuthorization implements RegionCoprocessor, RegionObserver {
  /** May do nothing. */
  static final String STRANGER = "strict-stranger";

  /** May read. */
  static final String READER = "strict-reader";

  /** May put into the family {@code f}. */
  static final String WRITER = "strict-writer";

  private static final byte[] F = Bytes.toBytes("f");

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    refuse(ctx, Set.of(STRANGER, WRITER));
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan)
      throws IOException {
    refuse(ctx, Set.of(STRANGER, WRITER));
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    refuse(ctx, isInF(put) ? Set.of(STRANGER, READER) : Set.of(STRANGER, READER, WRITER));
  }

  private static boolean isInF(Put put) {
    return put.getFamilyCellMap().keySet().stream().allMatch(each -> Bytes.equals(each, F));
  }

  private static void refuse(ObserverContext<RegionCoprocessorEnvironment> ctx, Set<String> users)
      throws AccessDeniedException {
    String user = ctx.getCaller().map(User::getShortName).orElse("");
    if (users.contains(user)) {
      throw new AccessDeniedException("strictly not");
    }
  }
}
