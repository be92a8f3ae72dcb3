package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** Whether rows exist that lie in four places each; place 3 has those that begin with an a. */
class ManyPlacesExistTest {
  private static final IOException REFUSAL = new IOException("place 1 is away");

  private final TableSpec spec = Salted.unknown();

  /** What the owners were sent that reads cells. */
  private final List<Get> whole = new ArrayList<>();

  private Predicate<byte[]> refused = row -> false;

  ManyPlacesExistTest() {
    spec.learn(SaltingSpec.parse("key=row:*,salt=random % 4"));
  }

  private static Get get(String row) {
    return new Get(Salted.key(row));
  }

  /** What an owner answers, as HBase does: without cells to a get that asks for none. */
  private Object answer(Object asked) {
    Get get = (Get) asked;
    byte[] row = get.getRow();
    if (refused.test(row)) {
      return REFUSAL;
    }
    boolean exists = row[0] == 3 && row[1] == 'a';
    if (get.isCheckExistenceOnly()) {
      return Result.create(List.of(), exists);
    }
    whole.add(get);
    return exists ? Salted.row(row) : Result.EMPTY_RESULT;
  }

  private DirectTable table() {
    Fake<Table> real =
        new Fake<>(Table.class)
            .on("getName", any -> Salted.NAME)
            .on("batch", asked -> batch((List<?>) asked.get(0), (Object[]) asked.get(1)));
    return new DirectTable(
        real.build(), Salted.conf(), spec, like -> null, IdleScanners.never(), () -> null);
  }

  /** As HBase does, it leaves each failure among the answers, too. */
  private Object batch(List<?> stored, Object[] answers)
      throws RetriesExhaustedWithDetailsException {
    List<Row> failed = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      answers[i] = answer(stored.get(i));
      if (answers[i] == REFUSAL) {
        failed.add((Row) stored.get(i));
      }
    }
    if (!failed.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(
          failed.stream().<Throwable>map(any -> REFUSAL).toList(),
          failed,
          failed.stream().map(any -> "server,1").toList());
    }
    return answers;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private AsyncTable<?> asyncTable() {
    AsyncTable real =
        Salted.asyncTable()
            .on(
                "get",
                asked ->
                    ((List<?>) asked.get(0))
                        .stream()
                            .map(this::answer)
                            .map(
                                answer ->
                                    answer instanceof Result row
                                        ? CompletableFuture.completedFuture(row)
                                        : CompletableFuture.<Result>failedFuture(REFUSAL))
                            .toList())
            .build();
    return DirectAsyncTable.onNetwork(real, real, spec, Runnable::run);
  }

  @Test
  void noCellsAreReadToFindOutWhetherARowExists() throws Exception {
    assertThat(table().exists(get("a"))).isTrue();
    assertThat(table().exists(get("b"))).isFalse();
    assertThat(table().exists(List.of(get("b"), get("a")))).containsExactly(false, true);
    assertThat(asyncTable().exists(get("a")).join()).isTrue();
    assertThat(asyncTable().existsAll(List.of(get("b"), get("a"))).join())
        .containsExactly(false, true);
    assertThat(whole).isEmpty();
  }

  @Test
  void anOffsetBelowZeroLeavesNoneOut() throws Exception {
    assertThat(table().exists(get("a").setRowOffsetPerColumnFamily(-1))).isTrue();
    assertThat(whole).isEmpty();
  }

  @Test
  void cellsAreReadWhereAnOffsetLeavesSomeOut() throws Exception {
    Get second = get("a").setRowOffsetPerColumnFamily(1);
    assertThat(table().exists(second)).isFalse();
    assertThat(asyncTable().exists(second).join()).isFalse();
    assertThat(whole).hasSize(8);
  }

  @Test
  void aGetInTheSameListReadsCells() throws Exception {
    Object[] answers = new Object[2];
    table().batch(List.of(get("a").setCheckExistenceOnly(true), get("aa")), answers);
    assertThat(((Result) answers[0]).getExists()).isTrue();
    assertThat(Salted.natural((Result) answers[1])).isEqualTo("aa");
    assertThat(whole).hasSize(4);
  }

  @Test
  void aRowExistsIfOnePlaceHasItThoughAnotherFails() throws Exception {
    refused = row -> row[0] == 1;
    assertThat(table().exists(get("a"))).isTrue();
    assertThat(table().exists(List.of(get("aa"), get("a")))).containsExactly(true, true);
    assertThat(asyncTable().exists(get("a")).join()).isTrue();
    assertThatThrownBy(() -> table().exists(get("b"))).hasRootCause(REFUSAL);
    assertThatThrownBy(() -> table().exists(List.of(get("b"), get("a"))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class)
        .hasMessageContaining("Failed 1 action: IOException");
    assertThatThrownBy(() -> asyncTable().exists(get("b")).join()).hasRootCause(REFUSAL);
    assertThatThrownBy(() -> table().get(get("a"))).hasRootCause(REFUSAL);
  }
}
