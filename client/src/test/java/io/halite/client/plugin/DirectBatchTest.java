package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DirectBatchTest {
  private final List<List<Row>> sent = new ArrayList<>();
  private Predicate<Row> broken = row -> false;
  private String ownerSpec = Salted.BEFORE;
  private boolean ownerAccepts = true;
  private final Fake<Table> real =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("getConfiguration", any -> new Configuration(false))
          .on("batch", arguments -> answer(arguments, null))
          .on("batchCallback", arguments -> answer(arguments, arguments.get(2)));

  /** Answers as HBase does: results in place, and one exception that names all failed rows. */
  @SuppressWarnings("unchecked")
  private Object answer(List<Object> arguments, Object callback) throws Exception {
    List<Row> rows = (List<Row>) arguments.get(0);
    Object[] results = (Object[]) arguments.get(1);
    sent.add(List.copyOf(rows));
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      if (broken.test(row)) {
        results[i] = new DoNotRetryIOException("broken");
      } else if (!ownerAccepts || !Salted.mark(ownerSpec).isThisOn((Attributes) row)) {
        results[i] = Salted.markRefusal(ownerSpec);
      } else {
        results[i] = row instanceof Get ? Salted.row(row.getRow()) : Result.EMPTY_RESULT;
        if (callback != null) {
          ((Batch.Callback<Object>) callback).update(new byte[0], row.getRow(), results[i]);
        }
      }
      if (results[i] instanceof Throwable cause) {
        causes.add(cause);
        failed.add(row);
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(
          causes, failed, causes.stream().map(cause -> "server,1").toList());
    }
    return null;
  }

  private DirectTable table(TableSpec spec) {
    return new DirectTable(
        real.build(), Salted.conf(), spec, like -> null, IdleScanners.never(), () -> null);
  }

  private static boolean isFor(Row row, String natural) {
    return Bytes.toString(row.getRow()).endsWith(natural);
  }

  @Test
  void getsOfRowsInManyPlacesGoThereAlsoWhenNobodyWantsTheirAnswers() throws Exception {
    ownerSpec = "key=row:3 rest:*,salt=random % 4";
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse(ownerSpec));
    table(spec).batch(List.of(new Get(Salted.key("one")), new Get(Salted.key("two"))), null);
    assertThat(sent).hasSize(1);
    assertThat(sent.get(0))
        .hasSize(2 * 4)
        .allMatch(get -> Salted.mark(ownerSpec).isThisOn((Get) get));
  }

  @Test
  void answersStandInTheirPlacesUnderNaturalKeys() throws Exception {
    List<Get> gets = List.of(new Get(Salted.key("one")), new Get(Salted.key("two")));
    assertThat(table(Salted.known()).get(gets))
        .extracting(Salted::natural)
        .containsExactly("one", "two");
    assertThat(sent.get(0))
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.BEFORE, "one"), Salted.stored(Salted.BEFORE, "two"));
  }

  @Test
  void onlyWhatHadItsMarkRefusedIsSentAgain() throws Exception {
    ownerSpec = Salted.AFTER;
    broken = row -> isFor(row, "bad");
    List<Put> puts = List.of(Salted.put("one"), Salted.put("bad"), Salted.put("two"));
    Object[] results = new Object[3];
    RetriesExhaustedWithDetailsException thrown =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> table(Salted.known()).batch(puts, results));
    assertThat(sent.get(1))
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.AFTER, "one"), Salted.stored(Salted.AFTER, "two"));
    assertThat(thrown.getNumExceptions()).isEqualTo(1);
    assertThat(thrown.getRow(0)).isSameAs(puts.get(1));
    assertThat(thrown.getHostnamePort(0)).isEqualTo("server,1");
    assertThat(results[0]).isInstanceOf(Result.class);
    assertThat(results[1]).isInstanceOf(DoNotRetryIOException.class);
    assertThat(results[2]).isInstanceOf(Result.class);
  }

  @Test
  void whatIsRefusedUnderTheSpecShownFailsUnderItsNaturalKey() {
    ownerAccepts = false;
    List<Put> puts = List.of(Salted.put("one"), Salted.put("two"));
    assertThatThrownBy(() -> table(Salted.known()).put(puts))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            thrown -> {
              assertThat(thrown.getRow(0)).isSameAs(puts.get(0));
              assertThat(thrown.getRow(1)).isSameAs(puts.get(1));
            });
    assertThat(sent).hasSize(1);
  }

  @Test
  void oneRequestOfAListAsksForTheSpecAndTheOthersWaitForIt() throws Exception {
    List<Put> puts = List.of(Salted.put("one"), Salted.put("two"), Salted.put("six"));
    Object[] results = new Object[3];
    table(Salted.unknown()).batch(puts, results);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(0)).extracting(Row::getRow).containsExactly(Salted.key("one"));
    assertThat(sent.get(1))
        .extracting(Row::getRow)
        .containsExactly(
            Salted.stored(Salted.BEFORE, "one"),
            Salted.stored(Salted.BEFORE, "two"),
            Salted.stored(Salted.BEFORE, "six"));
    assertThat(results).allMatch(Result.class::isInstance);
  }

  @Test
  void aQuestionThatFailsIsNotRepeatedForEachRequestOfItsList() {
    broken = row -> Mark.isOn((Attributes) row);
    ownerAccepts = false;
    List<Put> puts = List.of(Salted.put("one"), Salted.put("two"), Salted.put("six"));
    assertThatThrownBy(() -> table(Salted.unknown()).put(puts))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1)).hasSize(2);
    assertThat(sent.get(1).get(0)).isSameAs(puts.get(1));
    assertThat(sent.get(1).get(1)).isSameAs(puts.get(2));
  }

  @Test
  void aListUsesTheSpecItWasShownHoweverYoungItMustBe() throws Exception {
    List<Put> puts = List.of(Salted.put("one"), Salted.put("two"));
    table(new TableSpec(Salted.NAME, 0, () -> 0)).batch(puts, new Object[2]);
    assertThat(sent).hasSize(2);
    assertThat(sent.get(1))
        .extracting(Row::getRow)
        .containsExactly(Salted.stored(Salted.BEFORE, "one"), Salted.stored(Salted.BEFORE, "two"));
  }

  @Test
  void deletesThatFailedStayInTheList() {
    broken = row -> isFor(row, "two");
    Delete failing = new Delete(Salted.key("two"));
    List<Delete> deletes =
        new ArrayList<>(
            List.of(new Delete(Salted.key("one")), failing, new Delete(Salted.key("six"))));
    assertThatThrownBy(() -> table(Salted.known()).delete(deletes))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(deletes).hasSize(1);
    assertThat(deletes.get(0)).isSameAs(failing);
  }

  @Test
  void callbacksReceiveNaturalKeysAndResults() throws Exception {
    List<String> told = new ArrayList<>();
    List<Get> gets = List.of(new Get(Salted.key("one")), new Get(Salted.key("two")));
    table(Salted.known())
        .<Result>batchCallback(
            gets,
            new Object[2],
            (region, row, result) -> told.add(Bytes.toString(row) + Salted.natural(result)));
    assertThat(told).containsExactly("oneone", "twotwo");
  }

  @Test
  void aKeyThatEqualsTheStoredKeyOfAnotherIsReportedWithItsOwnResult() throws Exception {
    real.on("batchCallback", this::answerEach);
    byte[] stored = Salted.stored(Salted.BEFORE, "one");
    Get byGateway = new Get(stored).setAttribute("halite.index", Salted.key("f:q"));
    List<String> told = new ArrayList<>();
    table(Salted.known())
        .<Result>batchCallback(
            List.of(new Get(Salted.key("one")), byGateway),
            new Object[2],
            (region, row, result) ->
                told.add(Bytes.toStringBinary(row) + " " + Salted.natural(result)));
    assertThat(told)
        .containsExactlyInAnyOrder(
            "one one", Bytes.toStringBinary(stored) + " " + Bytes.toString(stored));
  }

  /** Answers each request, whatever its mark. */
  @SuppressWarnings("unchecked")
  private Object answerEach(List<Object> arguments) {
    List<Row> rows = (List<Row>) arguments.get(0);
    Object[] results = (Object[]) arguments.get(1);
    for (int i = 0; i < results.length; i++) {
      byte[] row = rows.get(i).getRow();
      results[i] = Salted.row(row);
      ((Batch.Callback<Object>) arguments.get(2)).update(new byte[0], row, results[i]);
    }
    return null;
  }

  @Test
  void anEmptyPutIsRefusedByTheRealTableBeforeAnythingIsSent() {
    real.on(
        "put",
        any -> {
          throw new IllegalArgumentException("as HBase says it");
        });
    List<Put> puts = List.of(Salted.put("one"), new Put(Salted.key("two")));
    assertThatThrownBy(() -> table(Salted.known()).put(puts)).hasMessage("as HBase says it");
    assertThat(sent).isEmpty();
  }
}
