package io.halite.coprocessor.master;

import io.halite.coprocessor.Guard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ReplicationPeerNotFoundException;
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
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Refuses wrong tables at create, alter and restore, has each salted table remember its spec, and
 * gives a table that becomes salted the guard against servers that lack the observer.
 *
 * <p>It refuses:
 *
 * <ul>
 *   <li>a spec that is wrong;
 *   <li>a change of a spec that could lose rows;
 *   <li>splits at create that give two buckets one region;
 *   <li>a family with {@code NEW_VERSION_BEHAVIOR} where a row may lie in several places;
 *   <li>a value of {@code halite.doors} in a table's CONFIGURATION other than {@code off};
 *   <li>a split policy behind the guard that cannot be loaded;
 *   <li>an index whose table of entries does not name this table in {@code halite.index.of};
 *   <li>a replication peer that would miss a salted table, when it is added or changed, and a table
 *       that such a peer would miss, when it is created, altered, cloned or restored;
 *   <li>to truncate a single region of a table whose rows may lie in several;
 *   <li>a table with a remembered spec that no observer salts any more, when it is created,
 *       enabled, truncated, cloned or restored.
 * </ul>
 *
 * <p>{@code hbase.coprocessor.master.classes} in the masters' {@code hbase-site.xml} loads it,
 * behind the security coprocessors. Tables are safe without it, since a region refuses requests
 * that it cannot serve correctly. With it the administrator sees the same error at once, and the
 * table does not change. Thread-safe.
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
    return guard.call(
        "preCreateTableRegionsInfos",
        () -> RegionGuard.ofNew(rules(ctx, descriptor.getTableName()).remembering(descriptor)));
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
          SpecRules rules = rules(ctx, descriptor.getTableName());
          rules.checkCreation(descriptor, regions);
          rules.checkIndexes(descriptor, reads(ctx));
          checkPeers(ctx, Optional.empty(), descriptor);
          RegionGuard.check(ctx.getEnvironment().getConfiguration(), descriptor);
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
          SpecRules rules = rules(ctx, table);
          Configuration site = ctx.getEnvironment().getConfiguration();
          TableRows rows = new TableRows(site, ctx.getEnvironment().getConnection(), table);
          rules.checkChange(current, altered, rows);
          rules.checkIndexes(altered, reads(ctx));
          checkPeers(ctx, Optional.of(current), altered);
          TableDescriptor kept =
              RegionGuard.ofAltered(current, rules.remembering(current, altered, rows));
          RegionGuard.check(site, kept);
          return kept;
        });
  }

  @Override
  public void preEnableTable(ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws IOException {
    guard.run("preEnableTable", () -> rules(ctx, table).checkServing(descriptor(ctx, table)));
  }

  @Override
  public void preTruncateTable(ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws IOException {
    guard.run("preTruncateTable", () -> rules(ctx, table).checkTruncation(descriptor(ctx, table)));
  }

  @Override
  public void preTruncateRegion(
      ObserverContext<MasterCoprocessorEnvironment> ctx, RegionInfo region) {
    try {
      guard.run(
          "preTruncateRegion",
          () -> {
            TableName table = region.getTable();
            rules(ctx, table).checkTruncation(descriptor(ctx, table), region);
          });
    } catch (IOException e) {
      throw Undeclared.refusal(e);
    }
  }

  @Override
  public void preCloneSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      SnapshotDescription snapshot,
      TableDescriptor descriptor)
      throws IOException {
    guard.run(
        "preCloneSnapshot",
        () -> {
          snapshots(ctx, descriptor.getTableName()).checkClone(snapshot, descriptor);
          checkPeers(ctx, Optional.empty(), descriptor);
        });
  }

  @Override
  public void preRestoreSnapshot(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      SnapshotDescription snapshot,
      TableDescriptor descriptor)
      throws IOException {
    guard.run(
        "preRestoreSnapshot",
        () -> {
          TableName table = descriptor.getTableName();
          TableDescriptor current = descriptor(ctx, table);
          snapshots(ctx, table).checkRestore(snapshot, current, descriptor);
          checkPeers(ctx, Optional.ofNullable(current), descriptor);
        });
  }

  @Override
  public void preAddReplicationPeer(
      ObserverContext<MasterCoprocessorEnvironment> ctx, String peerId, ReplicationPeerConfig peer)
      throws IOException {
    guard.run(
        "preAddReplicationPeer", () -> peers(ctx).checkAddition(peerId, peer, descriptors(ctx)));
  }

  @Override
  public void preUpdateReplicationPeerConfig(
      ObserverContext<MasterCoprocessorEnvironment> ctx, String peerId, ReplicationPeerConfig peer)
      throws IOException {
    guard.run("preUpdateReplicationPeerConfig", () -> checkUpdate(ctx, peerId, peer));
  }

  private static void checkUpdate(
      ObserverContext<MasterCoprocessorEnvironment> ctx, String peerId, ReplicationPeerConfig peer)
      throws IOException {
    PeerRules rules = peers(ctx);
    try (Admin admin = ctx.getEnvironment().getConnection().getAdmin()) {
      ReplicationPeerConfig current = admin.getReplicationPeerConfig(peerId);
      rules.checkUpdate(peerId, current, peer, admin.listTableDescriptors());
    } catch (ReplicationPeerNotFoundException e) {
      // HBase refuses the update itself.
    }
  }

  /** Returns the rules for peers. HBase must have checked the user's rights before. */
  private static PeerRules peers(ObserverContext<MasterCoprocessorEnvironment> ctx)
      throws DoNotRetryIOException {
    Configuration site = ctx.getEnvironment().getConfiguration();
    SecurityOrder.check(site);
    return new PeerRules(site);
  }

  private static void checkPeers(
      ObserverContext<MasterCoprocessorEnvironment> ctx,
      Optional<TableDescriptor> before,
      TableDescriptor after)
      throws IOException {
    new PeerRules(ctx.getEnvironment().getConfiguration()).checkTable(before, after, reads(ctx));
  }

  private static List<TableDescriptor> descriptors(
      ObserverContext<MasterCoprocessorEnvironment> ctx) throws IOException {
    try (Admin admin = ctx.getEnvironment().getConnection().getAdmin()) {
      return admin.listTableDescriptors();
    }
  }

  private static SpecRules rules(ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws DoNotRetryIOException {
    return new SpecRules(site(ctx, table));
  }

  private static SnapshotRules snapshots(
      ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws DoNotRetryIOException {
    return new SnapshotRules(site(ctx, table));
  }

  /**
   * Returns the site for the rules of a table. For a user table HBase must have checked the user's
   * rights before. System tables have no rules, since HBase keeps rights in one of them.
   */
  private static Configuration site(
      ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table)
      throws DoNotRetryIOException {
    Configuration site = ctx.getEnvironment().getConfiguration();
    if (!table.isSystemTable()) {
      SecurityOrder.check(site);
    }
    return site;
  }

  private static MasterReads reads(ObserverContext<MasterCoprocessorEnvironment> ctx) {
    return new MasterReads(ctx.getEnvironment().getConnection());
  }

  /**
   * Returns the table's descriptor; null, as {@link SpecRules} expects, if there is no table. The
   * master reads it for the user who sent the request, who needs CREATE or ADMIN on the table.
   */
  private static @Nullable TableDescriptor descriptor(
      ObserverContext<MasterCoprocessorEnvironment> ctx, TableName table) throws IOException {
    try (Admin admin = ctx.getEnvironment().getConnection().getAdmin()) {
      return admin.getDescriptor(table);
    } catch (TableNotFoundException e) {
      return null;
    }
  }
}
