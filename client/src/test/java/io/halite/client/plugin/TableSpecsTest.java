package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TableSpecsTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse(Salted.BEFORE);

  private final TableSpecs specs = new TableSpecs(Long.MAX_VALUE, () -> 0);

  private static TableName name(int number) {
    return TableName.valueOf("t" + number);
  }

  /** What is known about the tables of these numbers, held by nobody. */
  private List<WeakReference<TableSpec>> ask(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> new WeakReference<>(specs.of(name(number))))
        .toList();
  }

  private static void collectUntil(BooleanSupplier done) throws InterruptedException {
    while (!done.getAsBoolean()) {
      System.gc();
      Thread.sleep(10);
    }
  }

  @Test
  void ofTenThousandNamesThoseUsedLastStay() throws Exception {
    List<WeakReference<TableSpec>> all = ask(0, 10_000);
    collectUntil(() -> specs.size() <= TableSpecs.MOST_REMEMBERED);
    int last = all.size() - TableSpecs.MOST_REMEMBERED;
    assertThat(all.subList(0, last)).allMatch(spec -> spec.get() == null);
    assertThat(all.subList(last, all.size())).allMatch(spec -> spec.get() != null);
  }

  @Test
  void aNameThatIsUsedAgainIsRememberedBeforeOthers() throws Exception {
    int others = TableSpecs.MOST_REMEMBERED - 1;
    specs.of(Salted.NAME).learn(SPEC);
    ask(0, others);
    assertThat(specs.of(Salted.NAME).routing().asks()).isFalse();
    ask(others, 2 * others);
    collectUntil(() -> specs.size() <= TableSpecs.MOST_REMEMBERED);
    assertThat(specs.of(Salted.NAME).routing().asks()).isFalse();
  }

  /** A second one would ask again, and would not be told to forget what it knows. */
  @Test
  void aSpecInUseIsSharedAndForgottenWithTheOthersHoweverLongAgoItWasAskedFor() throws Exception {
    TableSpec inUse = specs.of(Salted.NAME);
    inUse.learn(SPEC);
    ask(0, 5_000);
    collectUntil(() -> specs.size() <= TableSpecs.MOST_REMEMBERED + 1);
    assertThat(specs.size()).isEqualTo(TableSpecs.MOST_REMEMBERED + 1);
    assertThat(specs.of(Salted.NAME)).isSameAs(inUse);
    ask(0, 5_000);
    specs.forgetAll();
    assertThat(inUse.routing().asks()).isTrue();
  }

  @Test
  void aNameThatWasForgottenIsAskedForAgain() throws Exception {
    specs.of(Salted.NAME).learn(SPEC);
    ask(0, 5_000);
    collectUntil(() -> specs.size() <= TableSpecs.MOST_REMEMBERED);
    assertThat(specs.of(Salted.NAME).routing().asks()).isTrue();
  }
}
