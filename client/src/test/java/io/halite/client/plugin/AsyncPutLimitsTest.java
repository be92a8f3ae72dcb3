package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a put may not be is refused by HBase's own table, as the application knows it. */
class AsyncPutLimitsTest {
  private final Fake<AsyncTable> real = Salted.asyncTable();

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table(TableSpec spec) {
    return DirectAsyncTable.onNetwork(real.build(), real.build(), spec, Runnable::run);
  }

  /** HBase's own table throws it on the thread of the caller, before it sends anything. */
  @Test
  void aPutWithoutCellsIsRefusedByTheRealTableWhereverItIs() throws IOException {
    byte[] row = Salted.key("one");
    RowMutations change = new RowMutations(row).add((Mutation) new Put(row));
    CheckAndMutate check = CheckAndMutate.newBuilder(row).ifNotExists(row, row).build(change);
    for (String method : List.of("put", "batch", "mutateRow", "checkAndMutate")) {
      real.on(
          method,
          asked -> {
            throw new IllegalArgumentException("no cells in " + asked.get(0));
          });
    }
    AsyncTable<?> table = table(Salted.unknown());
    Delete before = new Delete(row);
    List<ThrowingCallable> calls =
        List.of(
            () -> table.put(new Put(row)),
            () -> table.put(List.of(new Put(row))),
            () -> table.batch(List.of(before, new Put(row))),
            () -> table.batch(List.of(before, change)),
            () -> table.batch(List.of(before, check)),
            () -> table.mutateRow(change),
            () -> table.checkAndMutate(check),
            () -> table.checkAndMutate(List.of(check)));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(real.count("get")).isZero();
  }

  /** A mutator would drop what is thrown, and with it the futures of its whole buffer. */
  @Test
  void aBatchThatTheRealTableRefusesFailsByItsFutures() {
    real.on(
        "batch",
        any -> {
          throw new IllegalArgumentException("as HBase says it");
        });
    List<? extends CompletableFuture<?>> answers =
        table(Salted.known()).batch(List.of(Salted.put("one"), Salted.put("two")));
    assertThat(answers).hasSize(2);
    assertThat(answers)
        .allSatisfy(
            answer -> assertThatThrownBy(answer::join).hasMessageContaining("as HBase says it"));
  }

  @Test
  void aPutThatHbaseWouldNotSendIsRefusedBeforeAnythingIsSent() {
    real.on(
        "put",
        any -> {
          throw new IllegalArgumentException("as HBase says it");
        });
    List<Put> puts = List.of(Salted.put("one"), new Put(Salted.key("two")));
    assertThatThrownBy(() -> table(Salted.unknown()).put(puts)).hasMessage("as HBase says it");
    assertThat(real.count("put")).isEqualTo(1);
  }
}
