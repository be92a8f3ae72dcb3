package io.halite.it.survival;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

final class RecoveriesTest {
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final TableName SALTED = TableName.valueOf("salted");
  private static final TableName INDEXED = TableName.valueOf("indexed");

  private static Recoveries recoveries(TableName table, long... lags) {
    Recoveries recoveries = new Recoveries(PLAIN);
    for (int blow = 0; blow < lags.length; blow++) {
      recoveries.add(PLAIN, 20_000L * blow);
      recoveries.add(table, 20_000L * blow + lags[blow]);
    }
    return recoveries;
  }

  @Test
  void medianIsOfTheDifferencesOfEachBlow() {
    assertThat(recoveries(SALTED, 900, -50, 30_000).medianLags())
        .containsExactly(entry(SALTED, 900L));
  }

  @Test
  void laterOneOfTwoMediansCounts() {
    assertThat(recoveries(SALTED, 5_000, 100).medianLags()).containsExactly(entry(SALTED, 5_000L));
  }

  @Test
  void eachTableHasItsOwn() {
    Recoveries recoveries = recoveries(SALTED, 100);
    recoveries.add(INDEXED, 7_000);
    assertThat(recoveries.medianLags()).containsEntry(INDEXED, 7_000L).hasSize(2);
    assertThat(recoveries)
        .hasToString(
            "ms until all rows were back: plain [0], mean 0, median lag 0; salted [100], mean 100,"
                + " median lag 100; indexed [7000], mean 7000, median lag 7000");
  }
}
