package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Users who may ask for the spec, used for 80 ms, by some requests and not by others. */
class DeniedQuestionTest {
  private final AtomicLong now = new AtomicLong();
  private final TableSpec spec = new TableSpec(Salted.NAME, 80, now::get);
  private final Guarded servers = new Guarded(spec);

  private static String stored(String row) {
    return MutatorFakes.stored(row);
  }

  private static Put put(String row, String qualifier) {
    return new Put(Salted.key(row)).addColumn(Salted.F, Bytes.toBytes(qualifier), Salted.Q);
  }

  private void mayOnlyWrite() {
    servers.denied = Get.class::isInstance;
  }

  @Test
  void aMutatorThatMayNotAskLeavesThePutsOfItsConnectionToTheOwners() throws Exception {
    mayOnlyWrite();
    DirectTable table = servers.table();
    table.put(Salted.put("one"));
    BufferedMutator mutator = servers.mutator();
    now.set(80);
    servers.news();
    mutator.mutate(Salted.put("two"));
    mutator.mutate(Salted.put("two"));
    assertThat(servers.news()).containsExactly("Get " + stored("two") + " asks");
    table.put(Salted.put("one"));
    table.put(Salted.put("six"));
    mutator.mutate(Salted.put("ten"));
    assertThat(servers.news())
        .containsExactly("Put one asks", "Put " + stored("one"), "Put " + stored("six"));
    assertThat(MutatorFakes.rows(servers.fakes.buffered))
        .containsExactly("two", "two", stored("ten"));
  }

  @Test
  void aMutatorThatAsksFirstInVainLeavesThePutsOfItsConnectionToTheOwners() throws Exception {
    mayOnlyWrite();
    servers.mutator().mutate(Salted.put("one"));
    assertThat(servers.news()).containsExactly("Get one asks");
    DirectTable table = servers.table();
    table.put(Salted.put("one"));
    table.put(Salted.put("two"));
    assertThat(servers.news())
        .containsExactly("Put one asks", "Put " + stored("one"), "Put " + stored("two"));
  }

  @Test
  void aMutatorAsksByTheColumnsThatItsUserMayRead() throws Exception {
    servers.denied = row -> row instanceof Get get && get.equals(Guarded.get("one", "no"));
    BufferedMutator mutator = servers.mutator();
    mutator.mutate(put("one", "no"));
    mutator.mutate(List.of(put("one", "no"), put("two", "yes")));
    assertThat(servers.news()).containsExactly("Get one asks", "Get two asks");
    assertThat(MutatorFakes.rows(servers.fakes.buffered))
        .containsExactly("one", stored("one"), stored("two"));
  }

  @Test
  void aGetThatIsDeniedLeavesTheOtherColumns() throws Exception {
    servers.denied = row -> ((Get) row).getFamilyMap().get(Salted.F).contains(Salted.key("no"));
    DirectTable table = servers.table();
    assertDenied(table, Guarded.get("one", "no"));
    table.get(Guarded.get("one", "yes"));
    assertThat(servers.news())
        .containsExactly("Get one asks", "Get one", "Get one asks", "Get " + stored("one"));
  }

  private static void assertDenied(DirectTable table, Get get) {
    assertThatThrownBy(() -> table.get(get)).hasMessage("not you");
  }

  @Test
  void aWriterWhoMayNotReadOneColumnAsksByGetsOfTheOthers() throws Exception {
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    servers.denied =
        row ->
            row instanceof Get get && get.getFamilyMap().get(Salted.F).contains(Salted.key("no"));
    DirectTable table = servers.table();
    now.set(40);
    table.put(put("one", "no"));
    now.set(51);
    table.put(put("two", "yes"));
    assertThat(servers.news())
        .containsExactly(
            "Get " + stored("one") + " asks",
            "Put " + stored("one"),
            "Get " + stored("two") + " asks",
            "Put " + stored("two"));
  }

  @Test
  void aMutatorThatMayNotAskLeavesTheTurnToOthers() throws Exception {
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    mayOnlyWrite();
    DirectTable table = servers.table();
    now.set(40);
    table.put(Salted.put("one"));
    now.set(51);
    servers.news();
    servers.mutator().mutate(Salted.put("two"));
    table.put(Salted.put("six"));
    assertThat(servers.news()).containsExactly("Put six asks", "Put " + stored("six"));
    assertThat(MutatorFakes.rows(servers.fakes.buffered)).containsExactly(stored("two"));
  }

  @Test
  void whoIsShownNothingAsksEachQuestionOnceInThatTime() throws Exception {
    servers.denied = Salted::asks;
    DirectTable table = servers.table();
    for (int age : List.of(0, 79, 80)) {
      now.set(age);
      table.get(Guarded.get("one", "q"));
      table.put(Salted.put("two"));
      table.getScanner(new Scan().addColumn(Salted.F, Salted.Q));
      servers.mutator().mutate(Salted.put("six"));
      table.put(List.of(Salted.put("one"), Salted.put("two")));
    }
    assertThat(servers.sent)
        .filteredOn(each -> each.endsWith("asks"))
        .containsExactly("Get one asks", "Put two asks", "Get one asks", "Put two asks");
  }

  @Test
  void whoIsShownNothingForManyColumnsAsksForNoOthers() throws Exception {
    servers.denied = Salted::asks;
    DirectTable table = servers.table();
    for (int i = 0; i < 100; i++) {
      table.get(Guarded.get("one", "q" + i));
      table.put(put("one", "q" + i));
    }
    assertThat(servers.sent)
        .filteredOn(each -> each.endsWith("asks"))
        .hasSize(2 * DeniedQuestions.MOST);
  }

  @Test
  void aTableThatIsGoneIsAskedAgain() throws Exception {
    servers.denied = row -> true;
    assertDenied(servers.table(), Guarded.get("one", "q"));
    spec.forget();
    servers.news();
    assertDenied(servers.table(), Guarded.get("one", "q"));
    assertThat(servers.news()).containsExactly("Get one asks", "Get one");
  }
}
