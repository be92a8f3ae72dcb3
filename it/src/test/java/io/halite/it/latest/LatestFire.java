package io.halite.it.latest;

import io.halite.it.cluster.EmbeddedCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 10,000 random questions in all forms, while regions split, merge and move.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am}; prints one line a table.
 */
class LatestFire {
  private static final int QUESTIONS = 2_500;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(3);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "named", "salted", "spread"})
  void everyAnswerIsThatOfAScan(String kind) throws Exception {
    System.out.println(
        "fire: " + LatestQuestions.ask(cluster, LatestQuestions.table(cluster, kind), QUESTIONS));
  }
}
