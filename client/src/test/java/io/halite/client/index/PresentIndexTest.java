package io.halite.client.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class PresentIndexTest {
  private static final SaltingSpec SPEC = spec("byBuyer(f:buyer)");

  private SaltingSpec answer = SPEC;
  private boolean away;
  private int questions;
  private long nanos = Long.MAX_VALUE - 1;
  private final PresentIndex present =
      new PresentIndex(
          TableName.valueOf("t"), SPEC.indexes().get(0), this::read, this::read, () -> nanos);

  private static SaltingSpec spec(String index) {
    return SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=" + index);
  }

  private SaltingSpec read() throws IOException {
    questions++;
    if (away) {
      throw new NotServingRegionException("t,,1 is opening");
    }
    return answer;
  }

  private void aSecondLater() {
    nanos += TimeUnit.SECONDS.toNanos(1);
  }

  @Test
  void readsAskOnceASecond() throws IOException {
    for (int i = 0; i < 3; i++) {
      present.requireEachSecond();
      present.requireEachSecond();
      assertThat(questions).isEqualTo(i);
      aSecondLater();
    }
  }

  @Test
  void eachReadAfterTheAlterIsRefused() {
    answer = spec("byBuyer(row f:buyer)");
    aSecondLater();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(present::requireEachSecond)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("was altered, and is 'byBuyer(row f:buyer)' now");
    }
  }

  @Test
  void anIndexThatIsGoneIsNamed() {
    answer = spec("byRow(row)");
    assertThatThrownBy(present::require)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("is gone now");
  }

  /** One region that is away must not hold back the reads of all others. */
  @Test
  void readsGoOnWhileNoRegionAnswersAndASweepDoesNot() {
    away = true;
    aSecondLater();
    assertThatCode(present::requireEachSecond).doesNotThrowAnyException();
    assertThatCode(present::requireEachSecond).doesNotThrowAnyException();
    assertThat(questions).isEqualTo(1);
    assertThatThrownBy(present::require).isInstanceOf(NotServingRegionException.class);
  }
}
