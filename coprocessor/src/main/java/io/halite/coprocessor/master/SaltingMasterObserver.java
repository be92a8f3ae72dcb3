package io.halite.coprocessor.master;

import io.halite.coprocessor.Guard;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.MasterObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;

/**
 * Refuses a wrong spec where it is written, at create and alter, and changes of a spec that could
 * lose rows.
 *
 * <p>Loaded by {@code hbase.coprocessor.master.classes} in the masters' {@code hbase-site.xml}.
 * Tables are safe without it, since a region refuses what it cannot serve right; with it the
 * administrator hears of a mistake at once, in the same words, and nothing is changed.
 */
public final class SaltingMasterObserver implements MasterCoprocessor, MasterObserver {
  private final Guard guard = new Guard();

  @Override
  public Optional<MasterObserver> getMasterObserver() {
    return Optional.of(this);
  }

  @Override
  public void preCreateTable(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      TableDescriptor descriptor,
      RegionInfo[] regions)
      throws IOException {
    guard.run(
        "preCreateTable",
        () ->
            new SpecRules(ctx.getEnvironment().getConfiguration())
                .checkCreation(descriptor, regions));
  }

  @Override
  public TableDescriptor preModifyTable(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      TableName table,
      TableDescriptor current,
      TableDescriptor altered)
      throws IOException {
    guard.run(
        "preModifyTable",
        () ->
            new SpecRules(ctx.getEnvironment().getConfiguration())
                .checkChange(
                    current, altered, new TableRows(ctx.getEnvironment().getConnection(), table)));
    return altered;
  }
}
