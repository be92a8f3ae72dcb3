package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.scan.UnorderedAttribute;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that is interrupted while it waits for a row. */
class InterruptedScanTest {
  private final List<AdvancedScanResultConsumer> buckets = new ArrayList<>();

  @AfterEach
  void thisThreadIsNotInterruptedAnyMore() {
    Thread.interrupted();
  }

  private ResultScanner open(Scan scan) throws Exception {
    AsyncTable<AdvancedScanResultConsumer> owners = Salted.owners(buckets);
    Table real = new Fake<>(Table.class).on("getName", any -> Salted.NAME).build();
    return new DirectTable(
            real, Salted.conf(), Salted.known(), any -> owners, IdleScanners.never(), () -> null)
        .getScanner(scan);
  }

  /** As after that of HBase's scanner. The rows are still there when it reads on. */
  @Test
  void isInterruptedNoMoreWhenItHasTheException() throws Exception {
    try (ResultScanner scanner = open(new Scan())) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(scanner::next).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
      Result row = Salted.row(Salted.stored(Salted.BEFORE, "one"));
      buckets.get(row.getRow()[0]).onNext(new Result[] {row}, null);
      buckets.forEach(AdvancedScanResultConsumer::onComplete);
      assertThat(Salted.natural(scanner.next())).isEqualTo("one");
      assertThat(scanner.next()).isNull();
    }
  }

  /** An owner sends the row. */
  private void arrives(String natural) {
    Result row = Salted.row(Salted.stored(Salted.BEFORE, natural));
    buckets.get(row.getRow()[0]).onNext(new Result[] {row}, null);
  }

  /**
   * The readers of HBase's jobs go on behind the last row after any other exception than this one.
   */
  @Test
  void staysInterruptedBehindTheFirstRowOfAnUnorderedScanWhichContinues() throws Exception {
    try (ResultScanner scanner = open(UnorderedAttribute.putOn(new Scan(), 4))) {
      arrives("one");
      assertThat(Salted.natural(scanner.next())).isEqualTo("one");
      Thread.currentThread().interrupt();
      assertThatThrownBy(scanner::next)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("read on with the same scanner")
          .hasCauseInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
      arrives("two");
      buckets.forEach(AdvancedScanResultConsumer::onComplete);
      assertThat(Salted.natural(scanner.next())).isEqualTo("two");
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void isInterruptedNoMoreBeforeTheFirstRowOfAnUnorderedScan() throws Exception {
    try (ResultScanner scanner = open(UnorderedAttribute.putOn(new Scan(), 4))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(scanner::next).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isFalse();
      arrives("one");
      assertThat(Salted.natural(scanner.next())).isEqualTo("one");
    }
  }
}
