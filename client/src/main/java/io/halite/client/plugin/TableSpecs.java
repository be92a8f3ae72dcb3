package io.halite.client.plugin;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/** What a connection knows about the specs of the tables that it uses. Thread-safe. */
final class TableSpecs {
  private static final long DEFAULT_MAX_AGE_MILLIS = 30_000;

  private final ConcurrentMap<TableName, TableSpec> tables = new ConcurrentHashMap<>();
  private final long maxAgeMillis;
  private final LongSupplier clock;

  /** Specs that are used as long as the client's configuration says. */
  static TableSpecs of(Configuration client) {
    return new TableSpecs(
        client.getLong(SaltedConnection.SPEC_MAX_AGE_KEY, DEFAULT_MAX_AGE_MILLIS),
        () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  /** As {@link TableSpec#TableSpec}, for all tables. */
  TableSpecs(long maxAgeMillis, LongSupplier clock) {
    this.maxAgeMillis = maxAgeMillis;
    this.clock = clock;
  }

  /** What is known about one table. */
  TableSpec of(TableName name) {
    return tables.computeIfAbsent(name, any -> new TableSpec(name, maxAgeMillis, clock));
  }

  /** Asks for every spec before its next use. */
  void forgetAll() {
    tables.values().forEach(TableSpec::forget);
  }
}
