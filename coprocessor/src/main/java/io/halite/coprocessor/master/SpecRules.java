package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.TableSetting;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a table's descriptor may say of its salting, and how that may change. */
final class SpecRules {
  private static final Logger LOG = LoggerFactory.getLogger(SpecRules.class);

  private final Configuration conf;

  SpecRules(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Whether a table has rows that another spec would not find, or clients that could write some.
   */
  interface Rows {
    /** Whether no client can read or write. */
    boolean isDisabled() throws IOException;

    /** Whether the table holds neither a row nor the mark of a deleted one. */
    boolean isEmpty() throws IOException;
  }

  /** What other tables say. */
  interface OtherTables {
    /** The table's descriptor, if there is such a table. */
    Optional<TableDescriptor> descriptor(TableName name) throws IOException;
  }

  /**
   * Refuses a wrong spec, and splits that leave buckets together; a table without any split is only
   * warned of, since it can be split later.
   *
   * @param regions the regions to be created; may be null
   */
  void checkCreation(TableDescriptor descriptor, RegionInfo[] regions) throws IOException {
    TableSetting setting = setting(descriptor);
    if (setting == null) {
      return;
    }
    setting.check();
    if (setting.table() != null && regions != null) {
      checkSplits(setting.table(), regions);
    }
  }

  private static void checkSplits(SaltedTable table, RegionInfo[] regions)
      throws DoNotRetryIOException {
    Set<String> starts =
        Arrays.stream(regions)
            .map(region -> KeyBytes.readable(region.getStartKey()))
            .collect(Collectors.toSet());
    List<byte[]> points = table.salt().splitPoints();
    List<String> missing =
        points.stream().map(KeyBytes::readable).filter(point -> !starts.contains(point)).toList();
    if (missing.isEmpty()) {
      return;
    }
    if (regions.length > 1) {
      throw new DoNotRetryIOException(
          "splits of "
              + table
              + " lack "
              + missing
              + ": each bucket needs a region of its own, or writes do not spread; split at every"
              + " bucket, SPLITS => [\""
              + String.join("\", \"", SplitPoints.written(points))
              + "\"], besides others, or not at all");
    }
    LOG.warn(
        "buckets share the only region: {} is created without a split; writes will not spread until"
            + " it is split at {}",
        table,
        missing);
  }

  /**
   * Refuses a table under whose spec servers would write entries into a table that is there and
   * does not consent.
   */
  void checkIndexes(TableDescriptor descriptor, OtherTables others) throws IOException {
    TableSetting setting = setting(descriptor);
    if (setting == null || setting.table() == null) {
      return;
    }
    TableName table = descriptor.getTableName();
    for (RowIndex index : setting.table().spec().indexes()) {
      Optional<String> objection =
          others
              .descriptor(IndexTable.name(table, index))
              .flatMap(entries -> IndexTable.objection(table, entries));
      if (objection.isPresent()) {
        throw new DoNotRetryIOException(objection.get());
      }
    }
  }

  /** The descriptor of a new table, which remembers its spec. */
  TableDescriptor remembering(TableDescriptor descriptor) {
    TableSetting setting = setting(descriptor);
    return setting == null ? descriptor : SpecMemory.remember(descriptor, spec(setting));
  }

  /** The descriptor of a change that was accepted: it remembers the spec, or what it was. */
  TableDescriptor remembering(TableDescriptor current, TableDescriptor altered, Rows rows)
      throws IOException {
    TableSetting now = setting(current);
    TableSetting then = setting(altered);
    if (now == null || then == null) {
      return altered;
    }
    if (spec(then) == null && spec(now) != null && !rows.isDisabled()) {
      // Accepted on an enabled table since it is empty: there is nothing to remember.
      return SpecMemory.forget(altered);
    }
    return SpecMemory.remember(altered, spec(then));
  }

  /**
   * Refuses to serve a table whose keys are salted and whose observer is gone.
   *
   * @param descriptor that of the table, or of the snapshot it is made of; may be null
   */
  void checkServing(TableDescriptor descriptor) throws DoNotRetryIOException {
    TableSetting setting = setting(descriptor);
    if (isWithoutSpec(setting)) {
      String objection = SpecMemory.objection(descriptor);
      if (objection != null) {
        throw new DoNotRetryIOException(objection);
      }
    }
  }

  /** Refuses to restore a snapshot under another spec than the table has now. */
  void checkRestore(TableDescriptor current, TableDescriptor snapshot)
      throws DoNotRetryIOException {
    TableSetting now = setting(current);
    TableSetting then = setting(snapshot);
    if (isWithoutSpec(now) && isWithoutSpec(then) && SpecMemory.of(current) != null) {
      // A refused restore is rolled back by restoring what the table was, lost or not.
      return;
    }
    checkServing(snapshot);
    if (now != null && then != null && !Objects.equals(spec(now), spec(then))) {
      throw new DoNotRetryIOException(
          "table '"
              + current.getTableName()
              + "' has "
              + text(now)
              + " and the snapshot "
              + text(then)
              + ": restoring it would change how clients' keys are stored; 'clone_snapshot' into"
              + " another table, or 'alter' the table to what the snapshot has first");
    }
  }

  /**
   * Refuses a wrong spec, and another spec for a table that may have rows under the old one.
   *
   * @param current what the table says now; null if there is no such table
   * @param altered what it is to say; may be null
   */
  void checkChange(TableDescriptor current, TableDescriptor altered, Rows rows) throws IOException {
    TableSetting now = setting(current);
    TableSetting then = setting(altered);
    if (now == null || then == null) {
      return;
    }
    then.check();
    if (now.refusal() == null && storesAlike(spec(now), spec(then))) {
      return;
    }
    if (rows.isDisabled() || (now.refusal() == null && rows.isEmpty())) {
      return;
    }
    throw new DoNotRetryIOException(
        "table '"
            + altered.getTableName()
            + "' has rows or a spec that is refused, and is to go from "
            + text(now)
            + " to "
            + text(then)
            + " while it is enabled: regions change one by one, and rows written meanwhile would be"
            + " lost; 'disable' the table first, or copy its rows into a new one");
  }

  private static boolean isWithoutSpec(TableSetting setting) {
    return setting != null && setting.refusal() == null && setting.table() == null;
  }

  private TableSetting setting(TableDescriptor descriptor) {
    return descriptor == null || descriptor.getTableName().isSystemTable()
        ? null
        : TableSetting.read(descriptor, conf, SaltingObserver.class);
  }

  private static SaltingSpec spec(TableSetting setting) {
    return setting.table() == null ? null : setting.table().spec();
  }

  private static boolean storesAlike(SaltingSpec one, SaltingSpec other) {
    return one == null || other == null ? Objects.equals(one, other) : one.storesAs(other);
  }

  private static String text(TableSetting setting) {
    if (setting.refusal() != null) {
      return "a wrong spec (" + setting.refusal() + ")";
    }
    return setting.table() == null ? "no spec" : "'" + spec(setting) + "'";
  }
}
