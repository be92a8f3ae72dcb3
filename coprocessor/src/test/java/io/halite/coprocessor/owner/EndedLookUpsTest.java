package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.base.Ticker;
import org.junit.jupiter.api.Test;

class EndedLookUpsTest {
  private static final TableName T = TableName.valueOf("t");

  private final AtomicLong nanos = new AtomicLong(7);

  @Test
  void theLookUpsOfATableEndOnceInFiveSeconds() {
    EndedLookUps ended =
        new EndedLookUps(
            new Ticker() {
              @Override
              public long read() {
                return nanos.get();
              }
            });
    assertThat(ended.begin(T)).isTrue();
    assertThat(ended.begin(TableName.valueOf("other"))).isTrue();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(5) - 1);
    assertThat(ended.begin(T)).isFalse();
    nanos.addAndGet(1);
    assertThat(ended.begin(T)).isTrue();
    assertThat(ended.begin(T)).isFalse();
  }
}
