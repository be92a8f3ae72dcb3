package io.halite.coprocessor.owner;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.base.Ticker;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * The tables whose look-ups were ended in the last seconds: to end them costs all scans of the
 * table their look-ups under way, and the next ones read {@code hbase:meta} again. Thread-safe.
 */
final class EndedLookUps {
  private static final long PAUSE_SECONDS = 5;

  private final Cache<TableName, Boolean> lately;

  EndedLookUps(Ticker ticker) {
    this.lately =
        CacheBuilder.newBuilder()
            .expireAfterWrite(PAUSE_SECONDS, TimeUnit.SECONDS)
            .ticker(ticker)
            .build();
  }

  /** Whether look-ups of the table may be ended now; they may then not be for some seconds. */
  boolean begin(TableName table) {
    return lately.asMap().putIfAbsent(table, Boolean.TRUE) == null;
  }
}
