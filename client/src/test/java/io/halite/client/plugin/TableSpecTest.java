package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSpecTest {
  private final AtomicLong now = new AtomicLong(1_000);
  private final TableSpec spec = new TableSpec(Salted.NAME, 100, now::get);

  private Sent<Get> sent() throws IOException {
    return Sent.of(spec.routing(), new Get(Salted.key("one")));
  }

  private Optional<Routing> told(String owner) throws IOException {
    return spec.afterFailure(sent(), Salted.markRefusal(owner));
  }

  @Test
  void requestsAskUntilTheSpecIsShownAndAgainWhenItIsTooOld() throws Exception {
    assertThat(spec.routing().asks()).isTrue();
    Routing routing = told(Salted.BEFORE).orElseThrow();
    assertThat(routing.isUnder(Salted.mark(Salted.BEFORE))).isTrue();
    now.addAndGet(99);
    assertThat(spec.routing()).isSameAs(routing);
    now.addAndGet(1);
    assertThat(spec.routing().asks()).isTrue();
  }

  @Test
  void knowledgeIsAsOldAsTheRequestThatAskedForIt() throws Exception {
    Sent<Get> asked = sent();
    now.addAndGet(60);
    spec.afterFailure(asked, Salted.markRefusal(Salted.BEFORE));
    assertThat(spec.routing().asks()).isFalse();
    now.addAndGet(40);
    assertThat(spec.routing().asks()).isTrue();
  }

  @Test
  void anAnswerThatComesLateLeavesYoungerKnowledge() throws Exception {
    Sent<Get> early = sent();
    now.addAndGet(60);
    told(Salted.BEFORE);
    spec.afterFailure(early, Salted.markRefusal(Salted.BEFORE));
    now.addAndGet(99);
    assertThat(spec.routing().isUnder(Salted.mark(Salted.BEFORE))).isTrue();
  }

  @Test
  void theRoutingStaysTheSameObjectWhileItsSpecDoes() throws Exception {
    Routing first = told(Salted.BEFORE).orElseThrow();
    now.addAndGet(100);
    assertThat(told(Salted.BEFORE)).contains(first);
    assertThat(told(Salted.AFTER)).isPresent().get().isNotSameAs(first);
  }

  @Test
  void aRequestRefusedUnderTheVerySpecThatItsRefusalShowsIsNotRepeated() throws Exception {
    told(Salted.BEFORE);
    assertThat(told(Salted.BEFORE)).isEmpty();
    assertThat(told(Salted.AFTER)).isPresent();
  }

  @Test
  void tablesWithoutASaltAreSentNaturalKeys() throws Exception {
    assertThat(spec.learn(SaltingSpec.parse("salt=none"))).isSameAs(Routing.natural());
    assertThat(spec.routing()).isSameAs(Routing.natural());
  }

  @ParameterizedTest
  @ValueSource(strings = {"salt=random % 4", "key=row:3,salt=random-suffix % 10"})
  void onlyReadsOfTheNewestVersionsAreRoutedWhereARowLiesInManyPlaces(String salt)
      throws Exception {
    Routing routing = spec.learn(SaltingSpec.parse(salt));
    int places = SaltingSpec.parse(salt).salt().places(Salted.key("aaa")).size();
    Get get = new Get(Salted.key("aaa"));
    assertThat(JoinedGets.of(routing, List.of(get, get)).orElseThrow().stored())
        .hasSize(2 * places);
    assertThat(JoinedGets.of(routing, List.of(get, Salted.put("aaa")))).isEmpty();
    assertThat(JoinedGets.of(routing, List.of(new Get(get).readVersions(2)))).isEmpty();
    assertThat(JoinedGets.of(routing, List.of(new Get(get).setFilter(new KeyOnlyFilter()))))
        .isEmpty();
    Put put = Salted.put("aaa");
    assertThat(routing.route(put)).as("writes").isSameAs(put);
    assertThat(PlannedScan.of(routing, new Scan())).isPresent();
    assertThat(PlannedScan.of(routing, new Scan().readVersions(2))).isEmpty();
    assertThat(PlannedScan.of(routing, new Scan().setFilter(new KeyOnlyFilter()))).isEmpty();
    assertThat(PlannedScan.of(routing, new Scan().setRaw(true))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "salt=md5(*)[0:4]", // stored order is not natural order
        "salt=reverse(row)" // nor is it here, and no prefix says where
      })
  void allButScansInOrderAreRoutedWhereTheSaltScattersRows(String salt) throws Exception {
    Routing routing = spec.learn(SaltingSpec.parse(salt));
    Get get = new Get(Salted.key("aaa"));
    assertThat(routing.route(get).getRow())
        .isEqualTo(SaltingSpec.parse(salt).salt().salt(Salted.key("aaa")));
    assertThat(spec.learn(SaltingSpec.parse(salt))).isSameAs(routing);
    assertThat(PlannedScan.of(routing, new Scan())).isEmpty();
    assertThat(PlannedScan.of(routing, UnorderedAttribute.putOn(new Scan(), 2))).isPresent();
    assertThat(PlannedScan.of(routing, new Scan(new Get(Salted.key("aaa"))))).isPresent();
  }

  @Test
  void anAnsweredQuestionSaysThatTheTableHasNoSpecForAWhile() throws Exception {
    spec.answered(sent());
    assertThat(spec.routing()).isSameAs(Routing.natural());
    now.addAndGet(100);
    assertThat(spec.routing().asks()).isTrue();
  }

  @Test
  void aClientThatIsShownNothingGoesThroughTheGateways() throws Exception {
    assertThat(spec.afterFailure(sent(), new AccessDeniedException("not you")))
        .contains(Routing.natural());
    spec.forget();
    DoNotRetryIOException old =
        new DoNotRetryIOException("halite mark refused: route it again (table 'salted')");
    assertThat(spec.afterFailure(sent(), old)).contains(Routing.natural());
    assertThat(spec.routing()).isSameAs(Routing.natural());
  }

  @Test
  void aRequestThatIsShownNothingLeavesWhatAnotherWasShown() throws Exception {
    Sent<Get> first = sent();
    Sent<Get> second = sent();
    spec.afterFailure(first, Salted.markRefusal(Salted.BEFORE));
    assertThat(spec.afterFailure(second, new AccessDeniedException("not you")))
        .contains(Routing.natural());
    assertThat(spec.routing().isUnder(Salted.mark(Salted.BEFORE))).isTrue();
  }

  @Test
  void otherFailuresTeachNothing() throws Exception {
    assertThat(spec.afterFailure(sent(), new IOException("no such server"))).isEmpty();
    assertThat(spec.routing().asks()).isTrue();
    told(Salted.BEFORE);
    assertThat(spec.afterFailure(sent(), new AccessDeniedException("not this"))).isEmpty();
    assertThat(spec.routing().isUnder(Salted.mark(Salted.BEFORE))).isTrue();
  }

  @Test
  void aTableThatIsGoneMayComeBackWithAnotherSpec() throws Exception {
    told(Salted.BEFORE);
    assertThat(spec.afterFailure(sent(), new TableNotFoundException(Salted.NAME))).isEmpty();
    assertThat(spec.routing().asks()).isTrue();
  }
}
