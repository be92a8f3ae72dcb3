package io.halite.coprocessor.master;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.table.TableSetting;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
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

  /**
   * Refuses a wrong spec; buckets that share a region are only warned of.
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
      Set<String> shared = new TreeSet<>();
      setting.table().salt().splitPoints().forEach(key -> shared.add(Bytes.toStringBinary(key)));
      shared.removeAll(
          Arrays.stream(regions)
              .map(region -> Bytes.toStringBinary(region.getStartKey()))
              .collect(Collectors.toSet()));
      if (!shared.isEmpty()) {
        LOG.warn(
            "buckets share regions: {} is created without a split at {}; writes will not spread"
                + " until it is split there",
            setting.table(),
            shared);
      }
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
