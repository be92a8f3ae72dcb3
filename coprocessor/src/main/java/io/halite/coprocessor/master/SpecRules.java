package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.SpecMemory;
import io.halite.coprocessor.table.TableDoors;
import io.halite.coprocessor.table.TableSetting;
import io.halite.coprocessor.table.Unserved;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which specs a table's descriptor may have, and how its spec may change.
 *
 * <p>HBase passes null as the descriptor of a table that does not exist. Null passes all rules,
 * because HBase itself refuses the request. Immutable and thread-safe.
 */
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

    /**
     * Whether the table holds neither a row nor a delete marker, nor a file that could hold one.
     */
    boolean isEmpty() throws IOException;
  }

  /** The descriptors of other tables. */
  interface OtherTables {
    /** Returns the table's descriptor; empty if there is no such table. */
    Optional<TableDescriptor> descriptor(TableName name) throws IOException;
  }

  /**
   * Refuses a wrong spec, and splits that leave buckets together. A table without any split only
   * causes a warning, since it can be split later.
   *
   * @param regions the regions that HBase will create; null if HBase names none
   */
  void checkCreation(@Nullable TableDescriptor descriptor, RegionInfo @Nullable [] regions)
      throws IOException {
    Optional<TableSetting> setting = setting(descriptor);
    if (descriptor == null || setting.isEmpty()) {
      return;
    }
    setting.get().check();
    Optional<SaltedTable> table = setting.get().table();
    refuse(Unserved.objection(descriptor, table));
    refuse(TableDoors.objection(descriptor, table));
    if (table.isPresent() && regions != null) {
      checkSplits(table.get(), regions);
    }
    if (table.isEmpty()) {
      refuse(SpecMemory.objectionToNew(descriptor));
    }
  }

  static void refuse(Optional<String> objection) throws DoNotRetryIOException {
    if (objection.isPresent()) {
      throw new DoNotRetryIOException(objection.get());
    }
  }

  /** Refuses to truncate one region of a table whose rows may lie in several. */
  void checkTruncation(@Nullable TableDescriptor descriptor, RegionInfo region)
      throws DoNotRetryIOException {
    Optional<SaltedTable> table = setting(descriptor).flatMap(TableSetting::table);
    if (table.isPresent() && !table.get().salt().isSinglePlace()) {
      throw RefusedTruncation.of(region);
    }
  }

  /**
   * Refuses to truncate a table whose rows are salted and whose observer is missing: HBase enables
   * it then, and its natural rows would be taken for salted ones.
   */
  void checkTruncation(@Nullable TableDescriptor descriptor) throws DoNotRetryIOException {
    Optional<TableSetting> setting = setting(descriptor);
    if (descriptor != null && setting.isPresent() && !setting.get().isSalted()) {
      refuse(SpecMemory.objectionToTruncation(descriptor));
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
   * Refuses a table under whose spec servers would write entries into an existing table that does
   * not consent.
   */
  void checkIndexes(TableDescriptor descriptor, OtherTables others) throws IOException {
    TableName table = descriptor.getTableName();
    List<RowIndex> indexes =
        setting(descriptor).flatMap(TableSetting::spec).map(SaltingSpec::indexes).orElse(List.of());
    for (RowIndex index : indexes) {
      Optional<String> objection =
          others
              .descriptor(IndexTable.name(table, index))
              .flatMap(entries -> IndexTable.objection(table, index, entries));
      refuse(objection);
    }
  }

  /** Returns the descriptor of a new table with its spec in the metadata. */
  TableDescriptor remembering(TableDescriptor descriptor) {
    return setting(descriptor)
        .flatMap(TableSetting::table)
        .map(of -> NormalizerMerges.off(SpecMemory.remember(descriptor, of.spec()), of))
        .orElse(descriptor);
  }

  /** Returns the descriptor of an accepted change, with its spec or the spec before it. */
  TableDescriptor remembering(TableDescriptor current, TableDescriptor altered, Rows rows)
      throws IOException {
    Optional<TableSetting> now = setting(current);
    Optional<TableSetting> then = setting(altered);
    if (now.isEmpty()
        || then.isEmpty()
        || (SpecMemory.isRewritten(current, altered) && rows.isDisabled())) {
      return altered;
    }
    Optional<SaltingSpec> before = now.get().spec();
    Optional<SaltingSpec> spec = then.get().spec();
    if (spec.isEmpty()) {
      if (before.isPresent() && rows.isEmpty()) {
        return SpecMemory.forget(altered);
      }
      // A table that was salted before the master had the observer has none in its metadata yet.
      return before
          .filter(of -> !of.isPlain())
          .map(of -> SpecMemory.keep(current, altered, of))
          .orElse(altered);
    }
    if (before.isEmpty()) {
      return remembering(altered);
    }
    if (SpecMemory.of(current).isEmpty() && mayHaveRows(rows)) {
      // Nobody has checked that the rows are stored under this spec, unless somebody says so now.
      return SpecMemory.agrees(altered, spec) ? altered : SpecMemory.forget(altered);
    }
    // While regions refuse every request, an alter of something else is no reason to forget why.
    return !SpecMemory.agrees(current, spec) && storesAlike(before, spec)
        ? SpecMemory.keep(current, altered)
        : SpecMemory.remember(altered, spec.get());
  }

  /** A table that cannot be read vouches for nothing; the alter may be what opens its regions. */
  private static boolean mayHaveRows(Rows rows) {
    try {
      return !rows.isEmpty();
    } catch (IOException e) {
      LOG.debug("a table that cannot be read remembers no spec", e);
      return true;
    }
  }

  /**
   * Refuses to serve a table whose rows are salted and whose observer is missing, or has another
   * spec than that of the rows.
   */
  void checkServing(@Nullable TableDescriptor descriptor) throws DoNotRetryIOException {
    Optional<TableSetting> setting = setting(descriptor);
    if (descriptor == null || setting.isEmpty() || setting.get().refusal().isPresent()) {
      return;
    }
    Optional<String> objection =
        setting.get().isSalted()
            ? SpecMemory.objection(descriptor, setting.get().spec())
            : SpecMemory.objection(descriptor);
    refuse(objection);
  }

  /**
   * Refuses a wrong spec, and another spec for a table that may have rows under the old one.
   *
   * @param current the table's descriptor
   * @param altered the descriptor after the change
   */
  void checkChange(TableDescriptor current, TableDescriptor altered, Rows rows) throws IOException {
    Optional<TableSetting> before = setting(current);
    Optional<TableSetting> after = setting(altered);
    if (before.isEmpty() || after.isEmpty()) {
      return;
    }
    TableSetting now = before.get();
    TableSetting then = after.get();
    then.check();
    refuse(Unserved.objectionToChange(current, now.table(), altered, then.table()));
    // A wrong value that is there already is no reason to refuse an alter of something else.
    Optional<String> doors = TableDoors.objection(altered, then.table());
    if (!doors.equals(TableDoors.objection(current, now.table()))) {
      refuse(doors);
    }
    if (now.refusal().isEmpty() && storesAlike(now.spec(), then.spec())) {
      return;
    }
    boolean disabled = rows.isDisabled();
    if (disabled && isOfTheRows(current, altered, then)) {
      return;
    }
    if ((disabled || now.refusal().isEmpty()) && rows.isEmpty()) {
      return;
    }
    throw new ChangeRefusal(current, now.shown(), then.shown(), now.refusal().isPresent())
        .exception(disabled, then.spec());
  }

  /** Whether the rows of a disabled table are stored under the new spec, or it will not serve. */
  private static boolean isOfTheRows(
      TableDescriptor current, TableDescriptor altered, TableSetting then) {
    TableDescriptor word = SpecMemory.isRewritten(current, altered) ? altered : current;
    return then.spec().isEmpty()
        || (SpecMemory.of(word).isPresent() && SpecMemory.agrees(word, then.spec()));
  }

  /** Returns the setting of a table; empty without a descriptor. */
  private Optional<TableSetting> setting(@Nullable TableDescriptor descriptor) {
    return Optional.ofNullable(descriptor)
        .map(table -> TableSetting.read(table, conf, SaltingObserver.class));
  }

  private static boolean storesAlike(Optional<SaltingSpec> one, Optional<SaltingSpec> other) {
    return one.isEmpty() || other.isEmpty() ? one.equals(other) : one.get().storesAs(other.get());
  }
}
