package io.halite.client.index;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a table still has the index that a client has learned. Behind another definition, {@code
 * byOrder(order) % 16} in place of {@code byOrder(order)}, entries lie under other keys: a read
 * would find nothing, and a sweep would remove entries in use. Thread-safe.
 */
final class PresentIndex {
  private static final Logger LOG = LoggerFactory.getLogger(PresentIndex.class);
  private static final int SECOND_MILLIS = 1_000;
  private static final long SECOND = TimeUnit.MILLISECONDS.toNanos(SECOND_MILLIS);

  private final TableName name;
  private final RowIndex index;
  private final Specs patient;
  private final Specs brief;
  private final LongSupplier nanos;
  private final AtomicLong asked;

  /** Reads the spec of the table. */
  interface Specs {
    SaltingSpec read() throws IOException;
  }

  /**
   * The index as the table has it at this moment.
   *
   * @param patient waits for the answer as long as the connection does
   * @param brief waits for about a second
   * @param nanos a clock in nanoseconds that nobody sets
   */
  PresentIndex(TableName name, RowIndex index, Specs patient, Specs brief, LongSupplier nanos) {
    this.name = name;
    this.index = index;
    this.patient = patient;
    this.brief = brief;
    this.nanos = nanos;
    this.asked = new AtomicLong(nanos.getAsLong());
  }

  /** The index of a table, which a region of the table shows. */
  static PresentIndex of(Connection connection, TableName name, RowIndex index) {
    return new PresentIndex(
        name,
        index,
        () -> SaltedTableOperations.of(connection, name).spec(),
        () -> {
          try (Table table =
              connection
                  .getTableBuilder(name, null)
                  .setOperationTimeout(SECOND_MILLIS)
                  .setRpcTimeout(SECOND_MILLIS)
                  .build()) {
            return SaltedTableOperations.of(connection, table).spec();
          }
        },
        System::nanoTime);
  }

  /**
   * Asks a region of the table, if nobody has asked for a second. Where no answer comes in time the
   * caller goes on: a region that is away must not hold back the reads of all others.
   *
   * @throws DoNotRetryIOException if the table has another index now, or none of that name
   */
  void requireEachSecond() throws IOException {
    long now = nanos.getAsLong();
    long before = asked.get();
    if (now - before >= SECOND && asked.compareAndSet(before, now)) {
      try {
        require(brief);
      } catch (DoNotRetryIOException altered) {
        asked.compareAndSet(now, before);
        throw altered;
      } catch (IOException away) {
        LOG.debug("No region says whether index {} of table {} was altered", index, name, away);
      }
    }
  }

  /**
   * Asks a region of the table.
   *
   * @throws DoNotRetryIOException if the table has another index now, or none of that name
   */
  void require() throws IOException {
    require(patient);
  }

  private void require(Specs specs) throws IOException {
    Optional<RowIndex> now;
    try {
      now = specs.read().index(index.name());
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
