package io.halite.routing.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class ChoiceTextTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A client may send any length, and its words would take 20 times as much memory. */
  @Test
  void aTextThatIsTooLongIsRefusedBeforeItIsSplit() {
    String text = "1 ".repeat(4_000_000);
    long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    assertThatThrownBy(() -> ChoiceText.parse("halite.latest", text))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it must be a number of rows");
    long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(allocated).isLessThan(text.length());
  }
}
