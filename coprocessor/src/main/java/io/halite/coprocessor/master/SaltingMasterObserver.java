package io.halite.coprocessor.master;

import io.halite.coprocessor.Guard;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.MasterObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;

/**
 * Refuses a wrong spec where it is written, at create and alter, changes of a spec that could lose
 * rows, splits that leave buckets together, index tables that do not consent, and tables that come
 * back without their observer; and has each salted table remember its spec.
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
  public TableDescriptor preCreateTableRegionsInfos(
      ObserverContext<MasterCoprocessorEnvironment> ctx, TableDescriptor descriptor)
      throws IOException {
    return guard.call("preCreateTableRegionsInfos", () -> rules(ctx).remembering(descriptor));
  }

  @Override
  public void preCreateTable(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      TableDescriptor descriptor,
      RegionInfo[] regions)
      throws IOException {
    guard.run(
        "preCreateTable",
        () -> {
          rules(ctx).checkCreation(descriptor, regions);
          rules(ctx).checkIndexes(descriptor, others(ctx));
        });
  }

  @Override
  public TableDescriptor preModifyTable(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      TableName table,
      TableDescriptor current,
      TableDescriptor altered)
      throws IOException {
    return guard.call(
        "preModifyTable",
        () -> {
          TableRows rows = new TableRows(ctx.getEnvironment().getConnection(), table);
          rules(ctx).checkChange(current, altered, rows);
          rules(ctx).checkIndexes(altered, others(ctx));
          return rules(ctx).remembering(current, altered, rows);
        });
  }

  @Override
  public void preEnableTable(ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws IOException {
    guard.run("preEnableTable", () -> rules(ctx).checkServing(descriptor(ctx, table)));
  }

  @Override
  public void preCloneSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      SnapshotDescription snapshot,
      TableDescriptor descriptor)
      throws IOException {
    guard.run("preCloneSnapshot", () -> rules(ctx).checkServing(descriptor));
  }

  @Override
  public void preRestoreSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      SnapshotDescription snapshot,
      TableDescriptor descriptor)
      throws IOException {
    guard.run(
        "preRestoreSnapshot",
        () -> rules(ctx).checkRestore(descriptor(ctx, descriptor.getTableName()), descriptor));
  }

  private static SpecRules rules(ObserverContext<MasterCoprocessorEnvironment> ctx) {
    return new SpecRules(ctx.getEnvironment().getConfiguration());
  }

  private static SpecRules.OtherTables others(ObserverContext<MasterCoprocessorEnvironment> ctx) {
    return name -> Optional.ofNullable(descriptor(ctx, name));
  }

  /** What the table says now; null if there is none, which is HBase's to say. */
  private static TableDescriptor descriptor(
      ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table) throws IOException {
    try (Admin admin = ctx.getEnvironment().getConnection().getAdmin()) {
      return admin.getDescriptor(table);
    } catch (TableNotFoundException e) {
      return null;
    }
  }
}
