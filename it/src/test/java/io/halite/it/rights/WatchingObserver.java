package io.halite.it.rights;

import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/** A foreign observer ahead of Halite: counts what it is asked by natural key, and by whom. */
public final class WatchingObserver implements RegionCoprocessor, RegionObserver {
  /** A put with this attribute is changed, taken over or stamped, as its value says. */
  static final String MISCHIEF = "mischief";

  /** How many deletes were seen, those of stored keys, too. */
  static final AtomicInteger DELETES = new AtomicInteger();

  private static final Map<String, Integer> SEEN = new TreeMap<>();

  /** What was seen since the last call, each hook with the user who was said to ask. */
  static synchronized Map<String, Integer> take() {
    Map<String, Integer> seen = new TreeMap<>(SEEN);
    SEEN.clear();
    return seen;
  }

  private static synchronized void count(
      String hook, ObserverContext<RegionCoprocessorEnvironment> ctx, Attributes request) {
    if (!Mark.isOn(request)) {
      String caller = ctx.getCaller().map(User::getShortName).orElse("?");
      SEEN.merge(hook + " for " + caller, 1, Integer::sum);
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void prePut(ObserverContext<RegionCoprocessorEnvironment> ctx, Put put, WALEdit edit)
      throws IOException {
    count("prePut", ctx, put);
    byte[] mischief = put.getAttribute(MISCHIEF);
    if (mischief == null || Mark.isOn(put)) {
      return;
    }
    switch (Bytes.toString(mischief)) {
      case "add" -> put.addColumn(Bytes.toBytes("f"), Bytes.toBytes("added"), mischief);
      case "stamp" -> {
        for (Cell cell : put.getFamilyCellMap().firstEntry().getValue()) {
          PrivateCellUtil.setTimestamp(cell, 7);
        }
      }
      case "ttl" -> put.setTTL(1);
      default -> ctx.bypass();
    }
  }

  @Override
  public void preDelete(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Delete delete, WALEdit edit) {
    DELETES.incrementAndGet();
    count("preDelete of " + delete.getFamilyCellMap().size(), ctx, delete);
  }

  @Override
  public Result preIncrement(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Increment increment, WALEdit edit) {
    count("preIncrement", ctx, increment);
    return null;
  }

  @Override
  public Result preAppend(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Append append, WALEdit edit) {
    count("preAppend", ctx, append);
    return null;
  }

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result) {
    Attributes first =
        check.getAction() instanceof Mutation mutation
            ? mutation
            : ((org.apache.hadoop.hbase.client.RowMutations) check.getAction())
                .getMutations()
                .get(0);
    count("preCheckAndMutate", ctx, first);
    return result;
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, java.util.List<Cell> result) {
    count("preGetOp", ctx, get);
  }

  @Override
  public boolean preExists(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, boolean exists) {
    count("preExists", ctx, get);
    return exists;
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan) {
    count("preScannerOpen", ctx, scan);
  }
}
