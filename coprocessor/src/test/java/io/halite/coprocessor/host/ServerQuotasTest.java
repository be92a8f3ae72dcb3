package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.Quotas;
import org.junit.jupiter.api.Test;

class ServerQuotasTest {
  @Test
  void onlyAUserWhoIsSetGlobalBypassIsExempt() {
    Quotas exempt = Quotas.newBuilder().setBypassGlobals(true).build();
    assertThat(ServerQuotas.areBypassed(Optional.of(exempt))).isTrue();
    assertThat(ServerQuotas.areBypassed(Optional.of(Quotas.getDefaultInstance()))).isFalse();
    assertThat(ServerQuotas.areBypassed(Optional.empty())).isFalse();
  }
}
