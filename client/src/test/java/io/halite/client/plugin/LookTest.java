package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** How many requests are looked at for a user who may not ask by any, with a spec for 80 ms. */
class LookTest {
  private final AtomicLong now = new AtomicLong();
  private final TableSpec spec = new TableSpec(Salted.NAME, 80, now::get);
  private final Guarded servers = new Guarded(spec);
  private final List<Row> looks = new ArrayList<>();
  private final Routing asking =
      Routing.asking(
          0,
          row -> {
            looks.add(row);
            return false;
          });
  private final List<Put> puts =
      IntStream.range(100, 200).mapToObj(i -> Salted.put("" + i)).toList();

  @Test
  void fewRequestsOfAListAreLookedAt() throws Exception {
    Routing known = Salted.known().routing();
    SpecAsker buffer = SpecAsker.ofBuffer(puts, spec.pauses());
    assertThat(buffer.underNaturalKey(asking)).isEmpty();
    assertThat(looks).hasSize(DeniedQuestions.MOST);
    assertThat(buffer.atOwner(known, asking)).isEmpty();
    assertThat(looks).hasSize(2 * DeniedQuestions.MOST);
    assertThat(SpecAsker.of(puts).atOwner(known, asking)).isEmpty();
    assertThat(looks).hasSize(3 * DeniedQuestions.MOST);
    assertThat(SpecAsker.of(puts).carrying(known, asking)).isEmpty();
    assertThat(looks).hasSize(4 * DeniedQuestions.MOST);
    assertThat(SpecAsker.of(puts).carrying(Routing.natural(), asking)).isEmpty();
    assertThat(looks).hasSize(4 * DeniedQuestions.MOST + 1);
  }

  @Test
  void requestsThatNobodyCanAskByAreNotCounted() throws Exception {
    List<Put> marked = IntStream.range(0, 20).mapToObj(i -> Salted.put("one")).toList();
    marked.forEach(Salted.mark(Salted.BEFORE)::putOn);
    List<Put> all = new ArrayList<>(marked);
    all.add(Salted.put("two"));
    assertThat(
            SpecAsker.ofBuffer(all, spec.pauses()).underNaturalKey(Routing.asking(0, row -> true)))
        .isPresent();
  }

  @Test
  void writesOfAMutatorLookAgainAfterAnEighthOfTheTime() throws Exception {
    Routing known = Salted.known().routing();
    SpecAsker.Pauses pauses = spec.pauses();
    for (Put put : puts) {
      SpecAsker buffer = SpecAsker.ofBuffer(List.of(put), pauses);
      assertThat(buffer.underNaturalKey(asking)).isEmpty();
      assertThat(buffer.atOwner(known, asking)).isEmpty();
    }
    assertThat(looks).hasSize(2);
    now.set(10);
    assertThat(SpecAsker.ofBuffer(puts.subList(0, 1), pauses).underNaturalKey(asking)).isEmpty();
    assertThat(looks).hasSize(2);
    now.set(11);
    assertThat(SpecAsker.ofBuffer(puts.subList(0, 1), pauses).underNaturalKey(asking)).isEmpty();
    assertThat(looks).hasSize(3);
  }

  @Test
  void aMutatorWhoseWritesMayNotAskHasAPauseOfItsOwn() throws Exception {
    servers.denied = row -> row instanceof Get get && get.equals(Guarded.get("no1", "q"));
    BufferedMutator mutator = servers.mutator();
    Put denied = Salted.put("no1");
    Put other = new Put(Salted.key("two")).addColumn(Salted.F, Bytes.toBytes("yes"), Salted.Q);
    mutator.mutate(denied);
    mutator.mutate(denied);
    mutator.mutate(other);
    assertThat(servers.news()).containsExactly("Get no1 asks");
    now.set(11);
    mutator.mutate(other);
    assertThat(servers.news()).containsExactly("Get two asks");
  }

  @Test
  void whenManyQuestionsAreDeniedNoneIsMadeOfARequest() throws Exception {
    DeniedQuestions denied = new DeniedQuestions(80, now::get);
    for (int i = 0; i < DeniedQuestions.MOST; i++) {
      denied.add(Guarded.get("one", "q" + i));
    }
    AtomicInteger reads = new AtomicInteger();
    Get get =
        new Get(Salted.key("one")) {
          @Override
          public Map<byte[], NavigableSet<byte[]>> getFamilyMap() {
            reads.incrementAndGet();
            return super.getFamilyMap();
          }
        };
    assertThat(denied.include(get)).isTrue();
    assertThat(reads).hasValue(0);
    now.set(80);
    assertThat(denied.include(get)).isFalse();
  }
}
