package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.Mark;
import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class DirectTableTest {
  private final Fake<Table> real = new Fake<>(Table.class).on("getName", any -> Salted.NAME);

  private DirectTable table(TableSpec spec) {
    return new DirectTable(
        real.build(), Salted.conf(), spec, like -> null, IdleScanners.never(), () -> null);
  }

  private DirectTable table() {
    return table(Salted.known());
  }

  @Test
  void aGetAsksForTheStoredKeyAndAnswersUnderTheNaturalOne() throws Exception {
    real.on("get", asked -> Salted.row(((Get) asked.get(0)).getRow()));
    Result answer = table().get(new Get(Salted.key("one")));
    assertThat(real.given("get", Get.class).get(0).getRow())
        .isEqualTo(Salted.stored(Salted.BEFORE, "one"));
    assertThat(Salted.natural(answer)).isEqualTo("one");
    assertThat(Bytes.toString(answer.getValue(Salted.F, Salted.Q))).endsWith("·6F 6E 65");
  }

  @Test
  void aMissingRowStaysAnEmptyResult() throws Exception {
    real.on("get", any -> Result.EMPTY_RESULT);
    assertThat(table().get(new Get(Salted.key("one")))).isSameAs(Result.EMPTY_RESULT);
  }

  @Test
  void aResultThatSaysTheRowExistsKeepsItsCells() throws Exception {
    real.on(
        "mutateRow",
        asked -> {
          Result result = Salted.row(((RowMutations) asked.get(0)).getRow());
          result.setExists(true);
          return result;
        });
    Result answer = table().mutateRow(RowMutations.of(List.of(Salted.put("one"))));
    assertThat(answer.getExists()).isTrue();
    assertThat(Salted.natural(answer)).isEqualTo("one");
  }

  @Test
  void aRowWithoutItsRightSaltIsAnErrorThatNamesIt() {
    real.on("get", any -> Salted.row(Bytes.toBytes("\u0009one")));
    assertThatThrownBy(() -> table().get(new Get(Salted.key("one"))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("09·6F 6E 65")
        .hasMessageContaining("'salted'");
  }

  @Test
  void aRefusedMarkIsRepeatedOnceUnderTheSpecOfToday() throws Exception {
    real.on(
        "put",
        asked -> {
          if (!Salted.mark(Salted.AFTER).isThisOn((Put) asked.get(0))) {
            throw Salted.markRefusal(Salted.AFTER);
          }
          return null;
        });
    table(Salted.known()).put(Salted.put("one"));
    assertThat(real.given("put", Put.class))
        .extracting(Put::getRow)
        .containsExactly(Salted.stored(Salted.BEFORE, "one"), Salted.stored(Salted.AFTER, "one"));
  }

  @Test
  void aMarkThatIsRefusedUnderTheSpecShownIsAnError() {
    real.on(
        "put",
        any -> {
          throw Salted.markRefusal(Salted.AFTER);
        });
    assertThatThrownBy(() -> table().put(Salted.put("one"))).matches(MarkException::isIn);
    assertThat(real.count("put")).isEqualTo(2);
  }

  @Test
  void anyOtherErrorIsNotRepeated() {
    real.on(
        "put",
        any -> {
          throw new DoNotRetryIOException("no such family");
        });
    assertThatThrownBy(() -> table(Salted.known()).put(Salted.put("one")))
        .hasMessage("no such family");
    assertThat(real.count("put")).isEqualTo(1);
  }

  @Test
  void anUnknownSpecIsAskedForByTheRequestItself() throws Exception {
    real.on(
        "put",
        asked -> {
          if (!Salted.mark(Salted.AFTER).isThisOn((Put) asked.get(0))) {
            throw Salted.markRefusal(Salted.AFTER);
          }
          return null;
        });
    DirectTable table = table(Salted.unknown());
    table.put(Salted.put("one"));
    table.put(Salted.put("two"));
    assertThat(real.given("put", Put.class))
        .extracting(Put::getRow)
        .containsExactly(
            Salted.key("one"),
            Salted.stored(Salted.AFTER, "one"),
            Salted.stored(Salted.AFTER, "two"));
    assertThat(Mark.asking().isThisOn(real.given("put", Put.class).get(0))).isTrue();
  }

  @Test
  void aTableThatAnswersTheQuestionHasNoSpec() throws Exception {
    real.on("put", any -> null);
    DirectTable table = table(Salted.unknown());
    Put second = Salted.put("two");
    table.put(Salted.put("one"));
    table.put(second);
    assertThat(real.count("put")).isEqualTo(2);
    assertThat(real.given("put", Put.class).get(1)).isSameAs(second);
  }

  @Test
  void aQuestionThatIsDeniedIsSentAgainAsItIs() throws Exception {
    real.on(
        "put",
        asked -> {
          if (Mark.isOn((Put) asked.get(0))) {
            throw new AccessDeniedException("no right on the table");
          }
          return null;
        });
    Put put = Salted.put("one");
    table(Salted.unknown()).put(put);
    assertThat(real.count("put")).isEqualTo(2);
    assertThat(real.given("put", Put.class).get(1)).isSameAs(put);
  }

  @Test
  void everyDeprecatedCheckIsTheSameConditionOnTheStoredKey() throws Exception {
    real.on("checkAndMutate", any -> new CheckAndMutateResult(true, null));
    byte[] row = Salted.key("one");
    byte[] value = Salted.key("v");
    Put put = Salted.put("one");
    Delete delete = new Delete(row);
    RowMutations mutations = RowMutations.of(List.of(put));
    DirectTable table = table();
    assertThat(
            List.of(
                table.checkAndMutate(
                    row, Salted.F, Salted.Q, CompareFilter.CompareOp.LESS, value, mutations),
                table.checkAndMutate(
                    row, Salted.F, Salted.Q, CompareOperator.LESS, value, mutations),
                table.checkAndMutate(row, Salted.F).qualifier(Salted.Q).ifNotExists().thenPut(put),
                table.checkAndMutate(row, Salted.F).ifEquals(value).thenDelete(delete),
                table.checkAndMutate(row, new FirstKeyOnlyFilter()).thenMutate(mutations)))
        .containsOnly(true);
    List<CheckAndMutate> sent = real.given("checkAndMutate", CheckAndMutate.class);
    assertThat(sent)
        .extracting(CheckAndMutate::getRow)
        .containsOnly(Salted.stored(Salted.BEFORE, "one"));
    assertThat(sent)
        .extracting(CheckAndMutate::getCompareOp)
        .containsExactly(
            CompareOperator.LESS,
            CompareOperator.LESS,
            CompareOperator.EQUAL,
            CompareOperator.EQUAL,
            null);
    assertThat(sent.get(2).getValue()).isNull();
    assertThat(sent.get(4).hasFilter()).isTrue();
  }

  @Test
  void aConditionOnChangesOfARowThatFailsNamesTheChangesOfTheApplication() throws Exception {
    IOException no = new IOException("no such region");
    real.on(
        "checkAndMutate",
        asked -> {
          Row stored = ((CheckAndMutate) asked.get(0)).getAction();
          throw new RetriesExhaustedWithDetailsException(
              List.of(no, no),
              List.copyOf(((RowMutations) stored).getMutations()),
              List.of("server,1", "server,1"));
        });
    Put put = Salted.put("one");
    Delete delete = new Delete(Salted.key("one")).addColumns(Salted.F, Salted.key("old"));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(Salted.key("one"))
            .ifNotExists(Salted.F, Salted.Q)
            .build(RowMutations.of(List.of(put, delete)));
    assertThatThrownBy(() -> table().checkAndMutate(check))
        .isInstanceOfSatisfying(
            RetriesExhaustedWithDetailsException.class,
            failure -> {
              assertThat(failure.getRow(0)).isSameAs(put);
              assertThat(failure.getRow(1)).isSameAs(delete);
            });
  }

  @Test
  void aConditionOnAnotherRowThanItsActionIsRefused() {
    assertThatThrownBy(
            () ->
                table()
                    .checkAndMutate(Salted.key("two"), Salted.F)
                    .ifNotExists()
                    .thenPut(Salted.put("one")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("'one'")
        .hasMessageContaining("'two'");
  }

  /**
   * HBase's defaults that end in a method which is overridden; any other would not be salted. Of
   * the conditional ones {@link DeprecatedCheckTest} sees each.
   */
  private static final Set<String> BUILT_ON_OTHERS =
      Set.of("checkAndPut", "checkAndDelete", "existsAll");

  @Test
  void everyMethodOfATableIsDecorated() {
    TreeSet<String> missed = new TreeSet<>();
    for (Method method : Table.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())
          && !BUILT_ON_OTHERS.contains(method.getName())
          && Arrays.stream(DirectTable.class.getMethods())
              .noneMatch(
                  own ->
                      own.getDeclaringClass() != Table.class
                          && own.getName().equals(method.getName())
                          && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()))) {
        missed.add(method.toString());
      }
    }
    assertThat(missed).isEmpty();
  }
}
