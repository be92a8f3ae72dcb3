package io.halite.routing.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
  @Test
  void theStackBehindAMessageIsLeftOut() {
    assertThat(FailureText.firstLine(new IOException("no such row\n\tat a.B.c(B.java:1)")))
        .isEqualTo("no such row");
  }

  @Test
  void aFailureWithoutAMessageGivesItsClass() {
    assertThat(FailureText.firstLine(new IOException())).isEqualTo("java.io.IOException");
    assertThat(FailureText.firstLine(new IOException(""))).startsWith("java.io.IOException");
  }

  @Test
  void theReasonDoesNotBecomeTheRootThatTheShellPrints() {
    IOException reason = new IOException("no answer");
    IOException failure = FailureText.asRoot(new IOException("repeat the command"), reason);
    assertThat(failure).hasNoCause().hasSuppressedException(reason);
  }
}
