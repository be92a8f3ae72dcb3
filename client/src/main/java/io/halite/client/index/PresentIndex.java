package io.halite.client.index;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.RowIndex;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Whether a table still has the index that a client has learned. Behind another definition, {@code
 * byOrder(order) % 16} in place of {@code byOrder(order)}, entries lie under other keys: a read
 * would find nothing, and a sweep would remove entries in use. Thread-safe.
 */
final class PresentIndex {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Connection connection;
  private final TableName name;
  private final RowIndex index;
  private final LongSupplier nanos;
  private final AtomicLong asked;

  /** The index as the table has it at this moment. */
  PresentIndex(Connection connection, TableName name, RowIndex index, LongSupplier nanos) {
    this.connection = connection;
    this.name = name;
    this.index = index;
    this.nanos = nanos;
    this.asked = new AtomicLong(nanos.getAsLong());
  }

  /** As {@link #require}, with one RPC a second at most. */
  void requireEachSecond() throws IOException {
    long now = nanos.getAsLong();
    long before = asked.get();
    if (now - before >= SECOND && asked.compareAndSet(before, now)) {
      try {
        require();
      } catch (IOException e) {
        asked.compareAndSet(now, before);
        throw e;
      }
    }
  }

  /**
   * Asks a region of the table.
   *
   * @throws DoNotRetryIOException if the table has another index now, or none of that name
   */
  void require() throws IOException {
    Optional<RowIndex> now;
    try {
      now = SaltedTableOperations.of(connection, name).spec().index(index.name());
    } catch (IllegalArgumentException notSalted) {
      throw new DoNotRetryIOException(notSalted.getMessage(), notSalted);
    }
    if (!now.equals(Optional.of(index))) {
      throw new DoNotRetryIOException(
          "index '%s' of table '%s' was altered, and is %s now: open a new IndexLookup"
              .formatted(index, name, now.map(each -> "'" + each + "'").orElse("gone")));
    }
  }
}
