package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.Quotas;
import org.junit.jupiter.api.Test;

class QuotaAdviceTest {
  @Test
  void aServersUserWhoIsExemptNeedsNoAdvice() {
    assertThat(QuotaAdvice.of(Quotas.newBuilder().setBypassGlobals(true).build(), "hbase"))
        .isEmpty();
  }

  @Test
  void anyOtherIsNamedWithTheCommandThatExemptsHim() {
    String command = "set_quota USER => 'hbase', GLOBAL_BYPASS => true";
    assertThat(QuotaAdvice.of(null, "hbase").orElseThrow()).endsWith(command);
    assertThat(QuotaAdvice.of(Quotas.getDefaultInstance(), "hbase").orElseThrow())
        .endsWith(command);
  }
}
