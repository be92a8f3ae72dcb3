package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.oracle.Population.Kind;
import io.halite.it.oracle.SentCalls.Call;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What a run must have met, by the number of operations that it ran. */
final class Demands {
  /** Operations of a run that meets all but a few of its gateways, and scans backward. */
  private static final int MEETS = 120;

  /** So many gateways one run of that length in ten thousand may not meet. */
  private static final int MOST_UNMET = 2;

  /**
   * Operations of a run that reads by each client, and that finds rows in no order, if its clients
   * have the plug-ins.
   */
  private static final int READS = 300;

  /** Operations of a run that puts by each client, and finds rows by queries of all forms. */
  private static final int ASKS = 400;

  /**
   * Operations of a run that sends all kinds of calls by each client, meets the bounds of regions
   * and leaves few parts of the keys thin.
   */
  private static final int LONG_ENOUGH = 1000;

  /**
   * Operations of a run that meets all kinds of keys and bounds, whatever its seed; on a table of a
   * layout, where fewer keys are bounds, all kinds of bounds.
   */
  private static final int LONG = 5000;

  private static final Set<Call> ASYNC_MUTATORS =
      Set.of(
          new Call(SentCalls.Kind.BUFFERED, Sender.POOL),
          new Call(SentCalls.Kind.BUFFERED, Sender.NETWORK));

  private Demands() {}

  /** Fails if a run lacks what one of its length meets. */
  static void assertMet(Oracle oracle, OracleSettings settings) {
    int ran = oracle.ran();
    Population population = oracle.population();
    if (ran >= MEETS) {
      assertThat(oracle.gateways().unmetOf(oracle.keys().pool()))
          .as("gateways of the run's keys without a request: %s", oracle.gateways())
          .isLessThanOrEqualTo(ran >= LONG_ENOUGH ? 0 : MOST_UNMET);
      assertNoneMissing(Set.of(Kind.REVERSED), population);
    }
    if (ran >= READS) {
      assertNoneMissing(Set.of(Kind.UNORDERED), population);
    }
    assertSent(ran, population);
    boolean isOfAnyKeys = settings.form().layout().isEmpty();
    if (ran >= ASKS) {
      assertNoneMissing(Set.of(Kind.DELIMITED_QUERY), population);
    }
    if (ran >= (isOfAnyKeys && settings.still() ? ASKS : LONG_ENOUGH)) {
      assertNoneMissing(Set.of(Kind.NESTED_QUERY), population);
    }
    if (ran >= (isOfAnyKeys ? LONG_ENOUGH : LONG)) {
      assertNoneMissing(Population.BOUNDS, population);
    }
    if (isOfAnyKeys && ran >= LONG_ENOUGH) {
      assertOfAnyKeys(oracle, ran >= LONG);
    }
  }

  /** Rarer calls are demanded of longer runs. */
  private static void assertSent(int ran, Population population) {
    List<Call> unsent = population.unsent();
    if (ran >= READS) {
      assertThat(unsent)
          .as("%s", population)
          .extracting(Call::kind)
          .doesNotContain(SentCalls.Kind.GET, SentCalls.Kind.BATCH, SentCalls.Kind.SCAN);
    }
    if (ran >= ASKS) {
      assertThat(unsent)
          .as("%s", population)
          .extracting(Call::kind)
          .doesNotContain(SentCalls.Kind.PUT);
      assertThat(unsent.containsAll(ASYNC_MUTATORS))
          .as("no write through a mutator of an asynchronous client: %s", population)
          .isFalse();
    }
    if (ran >= LONG_ENOUGH) {
      assertThat(unsent).as("%s", population).isEmpty();
    }
  }

  /** A table of a layout has no keys of some first bytes, nor of one byte. */
  private static void assertOfAnyKeys(Oracle oracle, boolean isLong) {
    Population population = oracle.population();
    assertThat(oracle.gateways().fewest())
        .as("the fewest requests of any gateway: %s", oracle.gateways())
        .isPositive();
    if (isLong) {
      assertNoneMissing(EnumSet.allOf(Kind.class), population);
    }
    assertThat(population.thinParts()).as("%s", population).isLessThanOrEqualTo(isLong ? 0 : 2);
  }

  private static void assertNoneMissing(Set<Kind> wanted, Population population) {
    List<Kind> missing = population.missing();
    assertThat(missing).as("%s", population).doesNotContainAnyElementsOf(wanted);
  }
}
