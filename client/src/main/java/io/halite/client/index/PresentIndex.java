package io.halite.client.index;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.DoNotRetryRegionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a table still has the index that a client has learned. Behind another definition, {@code
 * byOrder(order) % 16} in place of {@code byOrder(order)}, entries lie under other keys: a read
 * would find nothing, and a sweep would remove entries in use. Thread-safe.
 */
final class PresentIndex {
  private static final Logger LOG = LoggerFactory.getLogger(PresentIndex.class);
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final TableName name;
  private final RowIndex index;
  private final Specs specs;
  private final LongSupplier nanos;

  /** When a read asked last. */
  private long asked;

  /** What a read asked, until a read has taken the answer. */
  private Optional<FutureTask<Void>> open = Optional.empty();

  /** Reads the spec of the table. */
  interface Specs {
    SaltingSpec read() throws IOException;
  }

  /**
   * The index as the table has it at this moment.
   *
   * @param specs waits for the answer as long as the connection does
   * @param nanos a clock in nanoseconds that nobody sets
   */
  PresentIndex(TableName name, RowIndex index, Specs specs, LongSupplier nanos) {
    this.name = name;
    this.index = index;
    this.specs = specs;
    this.nanos = nanos;
    this.asked = nanos.getAsLong();
  }

  /** The index of a table, which a region of the table shows. */
  static PresentIndex of(Connection connection, TableName name, RowIndex index) {
    return new PresentIndex(
        name, index, () -> SaltedTableOperations.of(connection, name).spec(), System::nanoTime);
  }

  /**
   * Asks a region of the table, if nobody has asked for a second, and waits a second for the
   * answer. Where none comes the caller goes on, and so do all others until there is one: a region
   * that is away must not hold back the reads of all others.
   *
   * @throws DoNotRetryIOException if the table has another index now, or none of that name
   * @throws InterruptedIOException if the thread is interrupted while it waits
   */
  void requireEachSecond() throws IOException {
    Optional<FutureTask<Void>> due = due();
    if (due.isEmpty()) {
      return;
    }
    try {
      due.get().get(SECOND, TimeUnit.NANOSECONDS);
      taken(due, false);
    } catch (TimeoutException late) {
      LOG.debug("no region has yet said whether index {} of table {} was altered", index, name);
    } catch (InterruptedException e) {
      throw Interrupted.during("asking a table for its index", e);
    } catch (ExecutionException e) {
      Throwable failure = e.getCause() == null ? e : e.getCause();
      boolean away = isAway(failure);
      taken(due, !away);
      if (!away) {
        throw failure instanceof IOException answer ? answer : new IOException(failure);
      }
      LOG.debug("no region says whether index {} of table {} was altered", index, name, e);
    }
  }

  /** What this read waits for. HBase's client has no shorter time-out for a region's service. */
  private synchronized Optional<FutureTask<Void>> due() {
    long now = nanos.getAsLong();
    if (now - asked < SECOND || (open.isPresent() && !open.get().isDone())) {
      return Optional.empty();
    }
    if (open.isEmpty()) {
      asked = now;
      FutureTask<Void> question =
          new FutureTask<>(
              () -> {
                require();
                return null;
              });
      Thread thread = new Thread(question, "halite-asks-for-index");
      thread.setDaemon(true);
      thread.start();
      open = Optional.of(question);
    }
    return open;
  }

  /** A read has taken an answer; after a refusal the next one asks again. */
  private synchronized void taken(Optional<FutureTask<Void>> question, boolean refused) {
    if (open.equals(question)) {
      open = Optional.empty();
      asked -= refused ? SECOND : 0;
    }
  }

  /** HBase makes a region without a server one of the failures that are not to be repeated. */
  private static boolean isAway(Throwable failure) {
    return failure instanceof IOException
        && (!(failure instanceof DoNotRetryIOException)
            || failure instanceof DoNotRetryRegionException);
  }

  /**
   * Asks a region of the table, and waits as long as the connection does.
   *
   * @throws DoNotRetryIOException if the table has another index now, or none of that name
   */
  void require() throws IOException {
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
