package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The time-out of lists of conditional writes, through a connection over HBase's own. */
class WriteWaitsTest {
  private final List<String> sent = new ArrayList<>();
  private final List<String> settings = new ArrayList<>();

  /** A real table, which notes by which time-outs it sends a batch: HBase's reads decide. */
  private Table real(String name, int reads, int writes) {
    int[] timeouts = {reads, writes, 9_000};
    Fake<Table> table =
        new Fake<>(Table.class)
            .on("getReadRpcTimeout", any -> (long) timeouts[0])
            .on("getWriteRpcTimeout", any -> (long) timeouts[1])
            .on("getOperationTimeout", any -> (long) timeouts[2])
            .on("getRequestAttributes", any -> Map.of("who", Bytes.toBytes(name)))
            .on("setReadRpcTimeout", to -> timeouts[0] = (int) to.get(0))
            .on("setWriteRpcTimeout", to -> timeouts[1] = (int) to.get(0))
            .on("setOperationTimeout", to -> timeouts[2] = (int) to.get(0))
            .on("close", any -> sent.add(name + " closed"));
    return table
        .on(
            "batch",
            asked -> {
              sent.add(name + " " + timeouts[0] + " in " + timeouts[2]);
              Object[] results = (Object[]) asked.get(1);
              Arrays.setAll(results, i -> answer((List<?>) asked.get(0), i));
              return null;
            })
        .build();
  }

  /** An owner of the changed spec, which applies what carries its mark. */
  private Object answer(List<?> rows, int i) {
    byte[] row = ((Row) rows.get(i)).getRow();
    assertThat(Salted.isRouted(Salted.BEFORE, "one", row) || Bytes.toString(row).endsWith("two"))
        .isTrue();
    return new CheckAndMutateResult(i == 0, null);
  }

  private static List<CheckAndMutate> checks() {
    return List.of(check("one"), check("two"));
  }

  private static CheckAndMutate check(String row) {
    return CheckAndMutate.newBuilder(Salted.key(row))
        .ifNotExists(Salted.F, Salted.Q)
        .build(Salted.put(row));
  }

  private static DirectTable direct(Table real, WriteWaits.Opening another) {
    return new DirectTable(
        real, Salted.conf(), Salted.known(), like -> null, IdleScanners.never(), another);
  }

  @Test
  void listsOfConditionalWritesWaitByTheTimeOutOfWrites() throws Exception {
    Table real = real("first", 60_000, 5_000);
    Table other = real("other", 1, 2);
    assertThat(direct(real, () -> other).checkAndMutate(checks()))
        .extracting(CheckAndMutateResult::isSuccess)
        .containsExactly(true, false);
    assertThat(sent).containsExactly("other 5000 in 9000", "other closed");
  }

  @Test
  void aTimeOutThatIsSetLaterCountsAndBatchesKeepThatOfReads() throws Exception {
    Table real = real("first", 60_000, 60_000);
    DirectTable table = direct(real, () -> real("other", 1, 2));
    table.checkAndMutate(checks());
    table.setWriteRpcTimeout(7_000);
    table.setOperationTimeout(8_000);
    table.checkAndMutate(checks());
    table.batch(checks(), new Object[2]);
    assertThat(sent)
        .containsExactly(
            "first 60000 in 9000", "other 7000 in 8000", "other closed", "first 60000 in 8000");
  }

  /** Its threads end with it then, and the exception says what has happened, as in HBase. */
  @Test
  void theOtherTableIsClosedByAnInterruptedThreadIfItsBatchIsInterrupted() {
    List<Boolean> interruptedAtClose = new ArrayList<>();
    Fake<Table> other =
        new Fake<>(Table.class)
            .on("setReadRpcTimeout", any -> null)
            .on("setWriteRpcTimeout", any -> null)
            .on("setOperationTimeout", any -> null)
            .on(
                "batch",
                any -> {
                  throw new InterruptedIOException("a batch waits");
                })
            .on("close", any -> interruptedAtClose.add(Thread.currentThread().isInterrupted()));
    DirectTable table = direct(real("first", 60_000, 5_000), other::build);
    assertThatThrownBy(() -> table.checkAndMutate(checks())).hasMessage("a batch waits");
    assertThat(interruptedAtClose).containsExactly(true);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void theOtherTableHasThePoolAndTheAttributesOfTheFirst() throws Exception {
    Fake<TableBuilder> builder = new Fake<>(TableBuilder.class);
    builder
        .on("setRequestAttribute", asked -> note(asked, builder))
        .on("build", any -> real("built", 60_000, 5_000));
    Fake<Connection> connection =
        new Fake<>(Connection.class)
            .on("getTable", any -> real("own", 60_000, 5_000))
            .on("getTableBuilder", asked -> note(asked, builder));
    SaltedConnection salted =
        new SaltedConnection(
            new Configuration(false),
            connection.build(),
            new ScanConnection(() -> null),
            IdleScanners.never());
    try (Table table = salted.getTableBuilder(Salted.NAME, null).build();
        Table own = salted.getTable(Salted.NAME)) {
      assertThat(List.of(table, own)).allMatch(DirectTable.class::isInstance);
      table.checkAndMutate(List.of());
      own.checkAndMutate(List.of());
    }
    assertThat(settings).containsExactly("[salted, null]", "[salted, null]", "[who, built]");
    assertThat(sent)
        .containsExactly(
            "built 5000 in 9000", "built closed",
            "own 5000 in 9000", "own closed",
            "own closed", "built closed");
  }

  private Object note(List<Object> asked, Fake<TableBuilder> builder) {
    settings.add(
        asked.stream()
            .map(each -> each instanceof byte[] value ? Bytes.toString(value) : "" + each)
            .toList()
            .toString());
    return builder.build();
  }
}
