package io.halite.it.fault;

import static io.halite.it.cluster.RequestKind.APPEND;
import static io.halite.it.cluster.RequestKind.BATCH;
import static io.halite.it.cluster.RequestKind.CHECKS;
import static io.halite.it.cluster.RequestKind.CHECK_APPEND;
import static io.halite.it.cluster.RequestKind.CHECK_DELETE;
import static io.halite.it.cluster.RequestKind.CHECK_FILTER;
import static io.halite.it.cluster.RequestKind.CHECK_INCREMENT;
import static io.halite.it.cluster.RequestKind.CHECK_MUTATE_ROW;
import static io.halite.it.cluster.RequestKind.CHECK_PUT;
import static io.halite.it.cluster.RequestKind.DELETES;
import static io.halite.it.cluster.RequestKind.DELETE_ROW;
import static io.halite.it.cluster.RequestKind.INCREMENT;
import static io.halite.it.cluster.RequestKind.MUTATE_ROW;
import static io.halite.it.cluster.RequestKind.PUT;
import static io.halite.it.cluster.RequestKind.PUTS;

import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;

/**
 * A write that waits for an owner, or for the table of an index, that does not answer. A build
 * draws one, and prints the seed that draws it again ({@code -Dhalite.stuck.seed}).
 *
 * @param salt that of its table
 * @param kind what is sent
 */
public record StuckRequest(Salt salt, RequestKind kind) {
  /** Salts under which a write waits differently. */
  enum Salt {
    ONE_PLACE(TestTable.FOUR_BUCKETS),
    MANY_PLACES("key=row:*,salt=random % 4"),
    INDEXED(TestTable.FOUR_BUCKETS + ",index=byQ(f:q)");

    final String spec;

    Salt(String spec) {
      this.spec = spec;
    }

    Stream<StuckRequest> of(RequestKind... kinds) {
      return Stream.of(kinds).map(kind -> new StuckRequest(this, kind));
    }
  }

  /** Those that hold the lock of the region that forwards them, at a table of one place a row. */
  private static Stream<StuckRequest> underLockAtOnePlace() {
    return Stream.concat(
        Salt.ONE_PLACE.of(PUT, PUTS, DELETE_ROW, DELETES, INCREMENT, APPEND, MUTATE_ROW, BATCH),
        Salt.INDEXED.of(PUT, PUTS, MUTATE_ROW, BATCH));
  }

  /** Those that hold the lock of their gateway region. */
  static List<StuckRequest> underLock() {
    return Stream.concat(
            underLockAtOnePlace(), Salt.MANY_PLACES.of(PUT, PUTS, DELETE_ROW, DELETES, BATCH))
        .toList();
  }

  /** Those that hold the lock of a guest; tables of several places a row have no doors. */
  public static List<StuckRequest> underLockOfGuest() {
    return underLockAtOnePlace().toList();
  }

  /** Conditional writes, which hold no lock. */
  public static List<StuckRequest> withoutLock() {
    return Stream.concat(
            Salt.ONE_PLACE.of(
                CHECK_PUT,
                CHECK_DELETE,
                CHECK_INCREMENT,
                CHECK_APPEND,
                CHECK_MUTATE_ROW,
                CHECK_FILTER,
                CHECKS),
            Salt.INDEXED.of(CHECK_PUT, CHECK_MUTATE_ROW))
        .toList();
  }

  /** The seed of this build. */
  public static LongStream seeds() {
    return LongStream.of(Long.getLong("halite.stuck.seed", System.nanoTime()));
  }

  /** The one that this seed draws. */
  public static StuckRequest drawn(List<StuckRequest> requests, long seed) {
    StuckRequest drawn = requests.get(new Random(seed).nextInt(requests.size()));
    System.out.printf("-Dhalite.stuck.seed=%d draws %s%n", seed, drawn);
    return drawn;
  }

  /** Gives a table its salt, and observers that hold requests up. */
  public void prepare(TablePlan plan) {
    plan.salted(salt.spec)
        .coprocessor(StuckOwner.class)
        .indexTables(
            table -> table.setValue("coprocessor$1", "|" + StuckOwner.class.getName() + "||"))
        // HBase interrupts no handler before the time of a forward is over.
        .value("hbase.regionserver.close.wait.interval.ms", "60000");
  }

  /** Holds it up until this is closed: at the owners, or at an index if the table has one. */
  public AutoCloseable hold(TableName table) {
    return salt == Salt.INDEXED ? StuckOwner.holdEntries(table) : StuckOwner.holdWrites(table);
  }

  /** Sends it beside the test. */
  public CompletableFuture<Void> begin(Table table) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            kind.send(table);
          } catch (Exception e) {
            throw new IllegalStateException(this + " has failed", e);
          }
        },
        task -> new Thread(task).start());
  }
}
