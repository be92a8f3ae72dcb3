package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/** A scan whose answers have two rows of a little more than 1,000 bytes each. */
class FirstRowsOfScanTest {
  private static final byte[] F = {'f'};

  private final List<Scan> sent = new ArrayList<>();
  private final List<AdvancedScanResultConsumer> consumers = new ArrayList<>();
  private boolean terminated;

  private CompletableFuture<List<Result>> read(long bytes) {
    return FirstRowsOfScan.read(table(), new Scan(), 100, bytes);
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return proxy(
        AsyncTable.class,
        arguments -> {
          sent.add((Scan) arguments[0]);
          consumers.add((AdvancedScanResultConsumer) arguments[1]);
        });
  }

  private interface Call {
    void with(Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              call.with(arguments);
              return null;
            }));
  }

  private void answer() {
    Result row = Result.create(List.of(new KeyValue(F, F, F, new byte[1_000])));
    ScanController controller = proxy(ScanController.class, none -> terminated = true);
    consumers.get(0).onNext(new Result[] {row, row}, controller);
  }

  @Test
  void aScanEndsWithTheAnswerWithWhichItsRowsHaveTheBytes() {
    CompletableFuture<List<Result>> rows = read(3_000);
    assertThat(sent.get(0).getMaxResultSize()).isEqualTo(3_000);
    assertThat(sent.get(0).getLimit()).isEqualTo(100);
    answer();
    assertThat(terminated).isFalse();
    answer();
    assertThat(terminated).isTrue();
    assertThat(rows).isNotDone();
    consumers.get(0).onComplete();
    assertThat(rows.join()).hasSize(4);
  }

  @Test
  void aScanOfFewRowsEndsByItself() {
    CompletableFuture<List<Result>> rows = read(1 << 20);
    answer();
    consumers.get(0).onComplete();
    assertThat(terminated).isFalse();
    assertThat(rows.join()).hasSize(2);
  }

  @Test
  void aFailureIsThatOfTheRead() {
    CompletableFuture<List<Result>> rows = read(1 << 20);
    answer();
    IOException away = new IOException("away");
    consumers.get(0).onError(away);
    assertThatThrownBy(rows::join).hasCause(away);
  }
}
