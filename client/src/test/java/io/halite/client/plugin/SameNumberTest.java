package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.table.OperationNumber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/**
 * Conditional writes whose mark is refused. HBase's client may have sent them before, and the owner
 * may have applied them: it knows them by their number.
 */
class SameNumberTest {
  private static final CheckAndMutateResult APPLIED = new CheckAndMutateResult(true, null);

  private final List<OperationNumber> numbers = new ArrayList<>();

  private static CheckAndMutate check() throws Exception {
    return CheckAndMutate.newBuilder(Salted.key("one"))
        .ifNotExists(Salted.F, Salted.Q)
        .build(Salted.put("one"));
  }

  private OperationNumber note(Object sent) throws Exception {
    OperationNumber number = OperationNumber.on((CheckAndMutate) sent).orElseThrow().number();
    numbers.add(number);
    return number;
  }

  /** The mark of the first sending is refused. */
  private boolean refuses() {
    return numbers.size() == 1;
  }

  @Test
  void aRequestThatIsSentAgainHasTheNumberOfItsFirstSending() throws Exception {
    Fake<Table> real = real();
    real.on(
        "checkAndMutate",
        asked -> {
          note(asked.get(0));
          if (refuses()) {
            throw Salted.markRefusal(Salted.AFTER);
          }
          return APPLIED;
        });
    CheckAndMutate natural = check();
    assertThat(table(real).checkAndMutate(natural).isSuccess()).isTrue();
    assertThat(numbers).hasSize(2).containsOnly(numbers.get(0));
    table(real).checkAndMutate(natural);
    assertThat(numbers.get(2)).as("the number of another write").isNotEqualTo(numbers.get(0));
    assertThat(OperationNumber.on(natural)).as("the application's object").isEmpty();
  }

  private static Fake<Table> real() {
    return new Fake<>(Table.class)
        .on("getName", any -> Salted.NAME)
        .on("getConfiguration", any -> Salted.conf());
  }

  private static DirectTable table(Fake<Table> real) {
    return new DirectTable(
        real.build(), Salted.conf(), Salted.known(), any -> null, IdleScanners.never(), () -> null);
  }

  /** The same object stands in it twice, and is two writes. */
  @Test
  void eachRequestOfAListThatIsSentAgainHasTheNumberOfItsFirstSending() throws Exception {
    Fake<Table> real = real();
    real.on(
        "batch",
        asked -> {
          List<?> all = (List<?>) asked.get(0);
          boolean first = numbers.isEmpty();
          for (Object sent : all) {
            note(sent);
          }
          if (first) {
            throw new RetriesExhaustedWithDetailsException(
                Collections.nCopies(2, (Throwable) Salted.markRefusal(Salted.AFTER)),
                List.of((Row) all.get(0), (Row) all.get(1)),
                List.of("server", "server"));
          }
          ((Object[]) asked.get(1))[0] = APPLIED;
          ((Object[]) asked.get(1))[1] = APPLIED;
          return null;
        });
    CheckAndMutate twice = check();
    table(real).batch(List.of(twice, twice), new Object[2]);
    assertThat(numbers.subList(2, 4)).isEqualTo(numbers.subList(0, 2)).doesNotHaveDuplicates();
  }

  @SuppressWarnings("unchecked")
  private static AsyncTable<AdvancedScanResultConsumer> async(Fake<AsyncTable> real) {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), Salted.known(), Runnable::run);
  }

  private CompletableFuture<CheckAndMutateResult> refusedOrApplied(Object sent, int first)
      throws Exception {
    note(sent);
    return numbers.size() <= first
        ? CompletableFuture.failedFuture(Salted.markRefusal(Salted.AFTER))
        : CompletableFuture.completedFuture(APPLIED);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The fake's caller waits for what is returned.
  @Test
  void anAsynchronousRequestThatIsSentAgainHasTheNumberOfItsFirstSending() throws Exception {
    Fake<AsyncTable> real = Salted.asyncTable();
    real.on("checkAndMutate", asked -> refusedOrApplied(asked.get(0), 1));
    assertThat(async(real).checkAndMutate(check()).join().isSuccess()).isTrue();
    assertThat(numbers).hasSize(2).containsOnly(numbers.get(0));
  }

  @Test
  void eachAsynchronousRequestOfAListThatIsSentAgainHasTheNumberOfItsFirstSending()
      throws Exception {
    Fake<AsyncTable> real = Salted.asyncTable();
    real.on(
        "checkAndMutate",
        asked -> {
          List<CompletableFuture<CheckAndMutateResult>> answers = new ArrayList<>();
          for (Object sent : (List<?>) asked.get(0)) {
            answers.add(refusedOrApplied(sent, 2));
          }
          return answers;
        });
    CheckAndMutate twice = check();
    async(real).checkAndMutate(List.of(twice, twice)).forEach(CompletableFuture::join);
    assertThat(numbers.subList(2, 4)).isEqualTo(numbers.subList(0, 2)).doesNotHaveDuplicates();
  }
}
