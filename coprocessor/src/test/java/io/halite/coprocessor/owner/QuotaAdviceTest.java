package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaAdviceTest {
  @Test
  void aServersUserWhoIsExemptNeedsNoAdvice() {
    assertThat(QuotaAdvice.of(true, "hbase")).isEmpty();
  }

  @Test
  void anyOtherIsNamedWithTheCommandThatExemptsHim() {
    String command = "set_quota USER => 'hbase', GLOBAL_BYPASS => true";
    assertThat(QuotaAdvice.of(false, "hbase").orElseThrow()).endsWith(command);
  }
}
