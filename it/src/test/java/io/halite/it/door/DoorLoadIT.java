package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.Intercepted;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the word of {@link DoorLoad} is worth: it passes what is whole, and misses what is lost. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class DoorLoadIT {
  private static final int FIXED_ROWS = 20;

  /** What each client forgets. */
  private static final List<String> FORGOTTEN =
      List.of("put", "delete", "append", "checkAndMutate", "mutateRow", "increment");

  private final EmbeddedCluster cluster;
  private final AtomicInteger forgotten = new AtomicInteger();
  private PlacedTable placed;

  DoorLoadIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeEach
  void create() throws Exception {
    placed = PlacedTable.create(cluster);
    try (Table table = placed.table().table()) {
      DoorLoad.writeFixed(table, FIXED_ROWS);
    }
  }

  @AfterEach
  void drop() throws Exception {
    placed.close();
  }

  private DoorLoad start(DoorLoad.Way way) {
    return DoorLoad.start(placed.table().name(), cluster.configuration(), FIXED_ROWS, way);
  }

  /** A row of this load of which one column, or none, is known. */
  private static String row(KnownRows known, String... columns) {
    return known.names().stream()
        .filter(
            row ->
                known.possible(row).stream()
                    .allMatch(held -> held.keySet().equals(Set.of(columns))))
        .findFirst()
        .orElseThrow();
  }

  /** Nobody reads these rows again in their round. */
  @Test
  void itMissesWhatIsLostAfterItsRound() throws Exception {
    DoorLoad load = start((client, table) -> table);
    try (Table table = placed.table().table()) {
      load.end(table);
      List<KnownRows> known = load.known();
      String lost = row(known.get(0), "q");
      table.delete(new Delete(bytes(lost)));
      String old = row(known.get(1), "q");
      table.put(PlacedTable.put(old, "v-1"));
      String torn = row(known.get(2), "p");
      table.put(PlacedTable.put(torn, "v0"));
      String returned = row(known.get(3));
      table.put(PlacedTable.put(returned, "v0"));
      String counted = row(known.get(4), KnownRows.COUNT);
      table.increment(new Increment(bytes(counted)).addColumn(F, bytes(KnownRows.COUNT), 1));
      String halved = row(known.get(5), "p");
      table.delete(new Delete(bytes(halved)).addColumns(F, bytes("p")));
      assertThat(load.differences(table))
          .map(difference -> difference.replaceAll(" shows .*", ""))
          .containsExactlyInAnyOrderElementsOf(
              List.of(lost, old, torn, returned, counted, halved).stream()
                  .flatMap(row -> List.of(row + ": get", row + ": scan").stream())
                  .toList());
    }
  }

  @Test
  void itMissesARowThatAScanLeavesOut() throws Exception {
    DoorLoad load = start((client, table) -> table);
    try (Table table = placed.table().table()) {
      load.end(table);
      String left = row(load.known().get(0), "q");
      RowFilter others =
          new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(bytes(left)));
      Table leavesOut =
          Intercepted.of(
              Table.class,
              table,
              call ->
                  call.method().getName().equals("getScanner")
                      ? table.getScanner(new Scan().setFilter(others))
                      : call.proceed());
      assertThatThrownBy(() -> load.end(leavesOut)).hasMessageContaining(left + ": scan shows {}");
    }
  }

  /** Each client's third write of a kind is acknowledged and not sent. */
  private Table forgetful(int client, Table table) {
    AtomicInteger calls = new AtomicInteger();
    return Intercepted.of(
        Table.class,
        table,
        call -> {
          boolean isOfKind = call.method().getName().equals(FORGOTTEN.get(client));
          if (!isOfKind || calls.incrementAndGet() != 3) {
            return call.proceed();
          }
          forgotten.incrementAndGet();
          return acknowledgement(call.method().getReturnType());
        });
  }

  private static Object acknowledgement(Class<?> answer) {
    return answer == CheckAndMutateResult.class
        ? new CheckAndMutateResult(true, Result.EMPTY_RESULT)
        : Result.EMPTY_RESULT;
  }

  @Test
  void itMissesAWriteOfEachKindThatIsAcknowledgedAndNotSent() throws Exception {
    DoorLoad load = start(this::forgetful);
    // Only increments are not read back at once.
    Polling.until(
        "the other clients miss their writes",
        () -> forgotten.get() == FORGOTTEN.size() && load.failed() == 5);
    load.stop();
    try (Table table = placed.table().table()) {
      assertThat(load.differences(table)).hasSize(2 * FORGOTTEN.size());
      assertThatThrownBy(() -> load.end(table)).hasMessage("5 clients failed");
    }
  }
}
