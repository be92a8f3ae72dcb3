package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/** A scanner whose application reads on although it has failed. */
class ReadAfterFailureTest {
  private final List<AdvancedScanResultConsumer> buckets = new ArrayList<>();

  @SuppressWarnings({"unchecked", "rawtypes"})
  private ResultScanner open() {
    AsyncTable real =
        Salted.asyncTable()
            .on("scan", asked -> buckets.add((AdvancedScanResultConsumer) asked.get(1)))
            .build();
    return ((AsyncTable<?>) DirectAsyncTable.onNetwork(real, real, Salted.known(), Runnable::run))
        .getScanner(new Scan());
  }

  private void assertFailsAgain(ResultScanner scanner, IOException failure) {
    int sent = buckets.size();
    assertThat(catchThrowable(scanner::next)).isSameAs(failure);
    assertThat(catchThrowable(scanner::next)).isSameAs(failure);
    assertThat(buckets).hasSize(sent);
  }

  @Test
  void failsAgainByTheSameExceptionAndSendsNothing() {
    IOException failure = new IOException("no server");
    try (ResultScanner scanner = open()) {
      buckets.forEach(bucket -> bucket.onError(failure));
      assertFailsAgain(scanner, failure);
    }
  }

  @Test
  void failsSoAlsoBehindItsFirstRow() throws Exception {
    IOException failure = new IOException("no server");
    try (ResultScanner scanner = open()) {
      Result row = Salted.row(Salted.stored(Salted.BEFORE, "one"));
      AdvancedScanResultConsumer broken = buckets.get(row.getRow()[0]);
      broken.onNext(new Result[] {row}, null);
      buckets.forEach(
          bucket -> {
            if (bucket == broken) {
              bucket.onError(failure);
            } else {
              bucket.onComplete();
            }
          });
      assertThat(Salted.natural(scanner.next())).isEqualTo("one");
      assertFailsAgain(scanner, failure);
    }
  }
}
