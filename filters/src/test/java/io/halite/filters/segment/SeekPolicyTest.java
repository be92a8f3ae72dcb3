package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeekPolicyTest {
  private int rowsRead;
  private int seeks;

  /** So many targets, each with a number of rows before it. */
  private void go(SeekPolicy policy, int targets, IntUnaryOperator rowsBefore) {
    go(policy, targets, rowsBefore, target -> 0);
  }

  /** The same, each on a level. */
  private void go(
      SeekPolicy policy, int targets, IntUnaryOperator rowsBefore, IntUnaryOperator level) {
    rowsRead = 0;
    seeks = 0;
    for (int target = 0; target < targets; target++) {
      policy.aim(level.applyAsInt(target));
      int left = rowsBefore.applyAsInt(target);
      while (left > 0 && policy.readsOn()) {
        rowsRead++;
        left--;
      }
      if (left > 0) {
        seeks++;
      } else {
        policy.reached();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void nearTargetsAreReadUpTo(int rows) {
    go(new SeekPolicy(false), 10_000, target -> rows);
    assertThat(seeks).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 8, 9, 1000})
  void fartherTargetsAreSoughtAndTriedByReadingEverMoreRarely(int rows) {
    go(new SeekPolicy(false), 10_000, target -> rows);
    assertThat(10_000 - seeks).isLessThan(120);
    assertThat(rowsRead).isLessThan(1000);
  }

  @Test
  void fewFarTargetsDoNotHideManyNearOnes() {
    go(new SeekPolicy(false), 10_000, target -> target % 20 == 0 ? 1000 : 1);
    assertThat(seeks).as("hardly more than of the far ones").isBetween(500, 600);
  }

  @Test
  void farTargetsOfOneLevelAreSoughtAndNearOnesOfAnotherAreReadUpTo() {
    SeekPolicy policy = new SeekPolicy(false);
    go(policy, 10_000, target -> target % 2 == 0 ? 1 : 3, target -> target % 2 == 0 ? 100 : 0);
    assertThat(seeks).isBetween(4_900, 5_000);
    assertThat(policy.judgesAlone()).as("beside far targets").isFalse();
  }

  @Test
  void dataThatBecomesDenseIsNoticedAndDataThatBecomesSparseToo() {
    SeekPolicy policy = new SeekPolicy(false);
    go(policy, 10_000, target -> 1000);
    go(policy, 10_000, target -> 1);
    assertThat(seeks).isLessThan(300);
    go(policy, 10_000, target -> 1000);
    assertThat(rowsRead).isLessThan(600);
  }

  @Test
  void rowsAreJudgedAloneForAWhileWhereReadingOnWasRight() {
    SeekPolicy policy = new SeekPolicy(false);
    assertThat(policy.judgesAlone()).as("before anything is known").isFalse();
    go(policy, 1, target -> 1);
    for (int row = 0; row < SeekPolicy.ALONE; row++) {
      assertThat(policy.judgesAlone()).isTrue();
      policy.passedAlone();
    }
    assertThat(policy.judgesAlone()).as("until a target is computed again").isFalse();
    go(policy, 1, target -> 1);
    assertThat(policy.judgesAlone()).as("by a target that was begun halfway").isFalse();
    go(policy, 1, target -> 1);
    assertThat(policy.judgesAlone()).as("by a whole one").isTrue();
  }

  @Test
  void rowsAreNotJudgedAloneBehindAFarTarget() {
    SeekPolicy policy = new SeekPolicy(false);
    go(policy, 1, target -> 1000);
    assertThat(policy.judgesAlone()).isFalse();
  }

  @Test
  void nothingIsReadWhereASeekIsAlwaysTaken() {
    go(new SeekPolicy(true), 100, target -> 1);
    assertThat(seeks).isEqualTo(100);
    assertThat(rowsRead).isZero();
  }
}
