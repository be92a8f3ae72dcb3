package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

/** How long scans wait for the answer to their question, on a table that they do not know. */
@SuppressWarnings("FutureReturnValueIgnored") // What a scan asks counts here, not its answer.
class ScanWaitsTest {
  private final List<String> asked = new ArrayList<>();
  private final ResultScanner plain =
      new Fake<>(ResultScanner.class).on("close", any -> null).build();

  /** A real table of the blocking client, which notes how long its gets wait. */
  private Table blocking(String name, int rpcMillis, int operationMillis) {
    int[] waits = {rpcMillis, operationMillis};
    return new Fake<>(Table.class)
        .on("getName", any -> Salted.NAME)
        .on("getReadRpcTimeout", any -> (long) waits[0])
        .on("getOperationTimeout", any -> (long) waits[1])
        .on("setReadRpcTimeout", to -> waits[0] = (int) to.get(0))
        .on("setOperationTimeout", to -> waits[1] = (int) to.get(0))
        .on("getScanner", any -> plain)
        .on("close", any -> asked.add(name + " closed"))
        .on(
            "get",
            any -> {
              asked.add(name + " " + waits[0] + " in " + waits[1]);
              return Result.EMPTY_RESULT;
            })
        .build();
  }

  private void scan(Table real, Configuration conf) throws Exception {
    new DirectTable(
            real,
            conf,
            Salted.unknown(),
            like -> null,
            IdleScanners.never(),
            () -> blocking("other", 1, 2))
        .getScanner(new Scan())
        .close();
  }

  @Test
  void aScanAsksNoLongerThanItMayWaitItself() throws Exception {
    scan(blocking("real", 7_000, 1_200_000), Salted.conf());
    assertThat(asked).containsExactly("other 7000 in 60000", "other closed");
    asked.clear();
    Configuration conf = Salted.conf();
    conf.setInt("hbase.client.scanner.timeout.period", 90_000);
    scan(blocking("real", 7_000, 1_200_000), conf);
    assertThat(asked).containsExactly("other 7000 in 90000", "other closed");
  }

  @Test
  void theTimeOutOfOperationsEndsTheQuestionOfAScanIfItIsShorter() throws Exception {
    scan(blocking("real", 7_000, 50_000), Salted.conf());
    assertThat(asked).containsExactly("real 7000 in 50000");
  }

  /** A builder of HBase's own, whose tables note how long their gets wait, in seconds. */
  @SuppressWarnings("rawtypes")
  private AsyncTableBuilder asynchronous(String name) {
    long[] waits = {1_200, 60};
    Fake<AsyncTableBuilder> builder = new Fake<>(AsyncTableBuilder.class);
    return builder
        .on("setOperationTimeout", to -> set(builder, waits, 0, to))
        .on("setScanTimeout", to -> set(builder, waits, 1, to))
        .on("build", any -> table(name, Map.of("Operation", waits[0], "Scan", waits[1])))
        .build();
  }

  private static Object set(Fake<?> builder, long[] waits, int which, List<Object> to) {
    waits[which] = ((TimeUnit) to.get(1)).toSeconds((long) to.get(0));
    return builder.build();
  }

  private AsyncTable<?> table(String name, Map<String, Long> seconds) {
    return Salted.asyncTable()
        .on(
            "getOperationTimeout",
            unit -> ((TimeUnit) unit.get(0)).convert(seconds.get("Operation"), TimeUnit.SECONDS))
        .on(
            "getScanTimeout",
            unit -> ((TimeUnit) unit.get(0)).convert(seconds.get("Scan"), TimeUnit.SECONDS))
        .on("scan", any -> null)
        .on("getScanner", any -> plain)
        .on(
            "get",
            get -> {
              String asks = Salted.asks((Get) get.get(0)) ? " asks" : "";
              asked.add(name + asks + " in " + seconds.get("Operation"));
              return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
            })
        .build();
  }

  /** As a connection builds its tables. */
  @SuppressWarnings("unchecked")
  private AsyncTableBuilder<AdvancedScanResultConsumer> builder() {
    return DirectAsyncTableBuilder.onNetwork(
        asynchronous("real"),
        asynchronous("scans"),
        (table, owners) ->
            DirectAsyncTable.onNetwork(table, owners, Salted.unknown(), Runnable::run));
  }

  @Test
  void scansOfTheAsynchronousClientAskNoLongerEither() throws Exception {
    AsyncTableBuilder<AdvancedScanResultConsumer> builder = builder();
    builder.build().scanAll(new Scan());
    builder.setScanTimeout(90, TimeUnit.SECONDS).build().scanAll(new Scan());
    builder.setOperationTimeout(50, TimeUnit.SECONDS).build().scanAll(new Scan());
    assertThat(asked).containsExactly("scans asks in 60", "scans asks in 90", "scans asks in 50");
  }

  /** Questions of requests wait as the requests do, and go on the threads of the network. */
  @Test
  @SuppressWarnings("unchecked")
  void theTablesBehindOneWithAPoolHaveItsSettings() throws Exception {
    AsyncTable<ScanResultConsumer> table =
        DirectAsyncTableBuilder.inPool(asynchronous("pool"), builder(), Runnable::run)
            .setOperationTimeout(100, TimeUnit.SECONDS)
            .setScanTimeout(90, TimeUnit.SECONDS)
            .build();
    assertThat(table.getOperationTimeout(TimeUnit.SECONDS)).isEqualTo(100);
    table.scanAll(new Scan());
    table.get(new Get(Salted.key("one")));
    assertThat(asked).containsExactly("scans asks in 90", "real in 100");
  }
}
