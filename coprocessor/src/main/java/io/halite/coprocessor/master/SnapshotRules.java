package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.SpecMemory;
import io.halite.coprocessor.table.TableSetting;
import io.halite.keys.SaltingSpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Of which snapshots tables are made, and to which tables they are restored.
 *
 * @param conf the master's configuration
 */
record SnapshotRules(Configuration conf) {
  /**
   * Refuses to clone a snapshot that no table could serve.
   *
   * @param descriptor that of the new table, under its own name
   */
  void checkClone(SnapshotDescription snapshot, TableDescriptor descriptor)
      throws DoNotRetryIOException {
    TableSetting setting = setting(descriptor);
    if (isUnservable(descriptor, setting)) {
      throw new SnapshotRefusal(snapshot, setting.spec(), SpecMemory.of(descriptor)).exception();
    }
  }

  /** Refuses to restore a snapshot under another spec than the table has now. */
  void checkRestore(
      SnapshotDescription snapshot, @Nullable TableDescriptor current, TableDescriptor descriptor)
      throws DoNotRetryIOException {
    if (current == null) {
      checkClone(snapshot, descriptor);
      return;
    }
    TableSetting now = setting(current);
    TableSetting then = setting(descriptor);
    if (!now.isSalted() && !then.isSalted() && SpecMemory.of(current).isPresent()) {
      // HBase rolls back a refused restore by restoring the earlier table, even if its observer is
      // missing.
      return;
    }
    if (isUnservable(current, now)
        && isUnservable(descriptor, then)
        && SpecMemory.of(current).equals(SpecMemory.of(descriptor))) {
      // Neither is served before its attribute is that of its rows.
      return;
    }
    checkClone(snapshot, descriptor);
    if (!now.spec().equals(then.spec())) {
      boolean alike =
          now.spec().isPresent()
              && then.spec().isPresent()
              && SaltingSpec.storeRowsAlike(now.spec(), then.spec());
      throw new RestoreRefusal(current.getTableName(), now.shown(), then.shown(), alike)
          .exception();
    }
  }

  /** Whether the spec of the rows and that of the attribute are known and disagree. */
  private static boolean isUnservable(TableDescriptor table, TableSetting setting) {
    return setting.refusal().isEmpty() && !SpecMemory.agrees(table, setting.spec());
  }

  private TableSetting setting(TableDescriptor descriptor) {
    return TableSetting.read(descriptor, conf, SaltingObserver.class);
  }
}
