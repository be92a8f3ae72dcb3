package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How clients ask again for a spec of a table that had none, which counts for 80 ms. */
class PlainRenewalTest {
  private final AtomicLong now = new AtomicLong();
  private final TableSpec spec = new TableSpec(Salted.NAME, 80, now::get);
  private final Guarded servers = new Guarded(spec);
  private final List<Put> puts = List.of(Salted.put("one"), Salted.put("two"), Salted.put("six"));

  @BeforeEach
  void learnThatThereIsNone() throws Exception {
    servers.salted = false;
    servers.table().put(Salted.put("one"));
    assertThat(servers.news()).containsExactly("Put one asks");
    now.set(79);
    servers.table().put(puts);
    assertThat(servers.news()).containsExactly("batch of 3", "Put one", "Put two", "Put six");
    now.set(80);
  }

  @Test
  void aListAsksAsAWhole() throws Exception {
    servers.table().put(puts);
    servers.table().put(puts);
    assertThat(servers.news())
        .containsExactly(
            "batch of 3",
            "Put one asks",
            "Put two asks",
            "Put six asks",
            "batch of 3",
            "Put one",
            "Put two",
            "Put six");
  }

  @Test
  void aListIsSentAgainAsAWholeIfTheTableIsSaltedNow() throws Exception {
    servers.salted = true;
    servers.table().put(puts);
    String one = MutatorFakes.stored("one");
    String two = MutatorFakes.stored("two");
    String six = MutatorFakes.stored("six");
    assertThat(servers.news())
        .containsExactly(
            "batch of 3",
            "Put one asks",
            "Put two asks",
            "Put six asks",
            "batch of 3",
            "Put " + one,
            "Put " + two,
            "Put " + six);
  }

  /** A region fails its whole batch, whichever of the writes it denies. */
  @Test
  void whatIsDeniedToAListIsAskedByItsRequestsOneByOne() throws Exception {
    servers.denied = Salted::asks;
    servers.table().put(puts);
    assertThat(servers.news())
        .containsExactly(
            "batch of 3",
            "Put one asks",
            "Put two asks",
            "Put six asks",
            "batch of 3",
            "Put one",
            "Put two",
            "Put six");
    now.set(91);
    servers.table().put(Salted.put("two"));
    assertThat(servers.news()).containsExactly("Put two asks", "Put two");
    now.set(102);
    servers.table().put(Salted.put("two"));
    assertThat(servers.news()).as("asked alone, and denied").containsExactly("Put two");
  }

  @Test
  void aListOfWhichOneMayNotAskKeepsItsOrder() throws Exception {
    Put denied = new Put(Salted.key("one")).addColumn(Salted.F, Bytes.toBytes("no"), Salted.Q);
    servers.denied = row -> Salted.asks(row) && Arrays.equals(row.getRow(), denied.getRow());
    servers.table().put(denied);
    assertThat(servers.news()).containsExactly("Put one asks", "Put one");
    now.set(91);
    servers.table().put(List.of(denied, Salted.put("two")));
    assertThat(servers.news()).containsExactly("batch of 2", "Put one", "Put two");
    servers.table().put(Salted.put("two"));
    assertThat(servers.news()).as("the turn is left").containsExactly("Put two asks");
  }

  @Test
  void asynchronousListsAskAsAWhole() throws Exception {
    AsyncTable<?> real =
        Salted.asyncTable()
            .on(
                "put",
                asked -> {
                  List<?> all = (List<?>) asked.get(0);
                  servers.sent.add("batch of " + all.size());
                  return Collections.nCopies(all.size(), CompletableFuture.completedFuture(null));
                })
            .build();
    @SuppressWarnings({"unchecked", "rawtypes"})
    AsyncTable<AdvancedScanResultConsumer> table =
        DirectAsyncTable.onNetwork((AsyncTable) real, (AsyncTable) real, spec, Runnable::run);
    table.put(puts).forEach(CompletableFuture::join);
    assertThat(servers.news()).containsExactly("batch of 3");
  }

  @Test
  void whileOneRequestAsksTheOthersGoOn() throws Exception {
    DirectTable table = servers.table();
    servers.denied =
        row -> {
          // Another thread would do so, too.
          if (servers.sent.size() == 1) {
            try {
              table.put(Salted.put("two"));
              table.put(Salted.put("six"));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
          return false;
        };
    table.put(Salted.put("one"));
    assertThat(servers.news()).containsExactly("Put one asks", "Put two", "Put six");
  }

  @Test
  void aQuestionWithoutAnAnswerIsAskedByAnotherRequestAfterAnEighthOfTheTime() throws Exception {
    servers.denied = Salted::asks;
    DirectTable table = servers.table();
    table.get(Guarded.get("one", "a"));
    table.get(Guarded.get("one", "b"));
    now.set(91);
    table.get(Guarded.get("one", "b"));
    assertThat(servers.news())
        .containsExactly("Get one asks", "Get one", "Get one", "Get one asks", "Get one");
  }

  @Test
  void oneOfManyScansAsks() throws Exception {
    servers.table().getScanner(new Scan());
    servers.table().getScanner(new Scan());
    assertThat(servers.news()).containsExactly("Get \\x00 asks");
  }

  @Test
  void anAsynchronousScanGoesBesideItsQuestion() {
    Scan scan = new Scan();
    ResultScanner opened = new Fake<>(ResultScanner.class).build();
    Fake<AsyncTable> real =
        Salted.asyncTable()
            .on("get", asked -> new CompletableFuture<Result>())
            .on("getScanner", asked -> opened);
    @SuppressWarnings({"unchecked", "rawtypes"})
    AsyncTable<AdvancedScanResultConsumer> table =
        DirectAsyncTable.onNetwork(
            (AsyncTable) real.build(), (AsyncTable) real.build(), spec, Runnable::run);
    table.getScanner(scan);
    table.getScanner(scan);
    assertThat(real.count("getScanner")).isEqualTo(2);
    assertThat(real.given("get", Get.class)).hasSize(1);
  }

  @Test
  void aMutatorAsksOnceAndItsWritesTakeWhatIsShown() throws Exception {
    BufferedMutator mutator = servers.mutator();
    mutator.mutate(puts);
    mutator.mutate(puts);
    assertThat(servers.news()).containsExactly("Get one asks");
    now.set(160);
    servers.salted = true;
    mutator.mutate(Salted.put("ten"));
    assertThat(servers.fakes.buffered).hasSize(7);
    assertThat(servers.fakes.buffered.get(6).getRow())
        .isEqualTo(Salted.stored(Salted.BEFORE, "ten"));
  }
}
