package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.junit.jupiter.api.Test;

/** A mutator of a connection whose application has changed its configuration meanwhile. */
class BufferSettingsTest {
  private final MutatorFakes fakes = new MutatorFakes();
  private final Configuration conf = Salted.conf();

  private BufferedMutatorParams opened(BufferedMutatorParams params) throws Exception {
    DirectMutator.open(params, conf, fakes.connection, Salted.known());
    return fakes.realParams;
  }

  private void change() {
    conf.setLong("hbase.client.write.buffer", 7);
    conf.setLong("hbase.client.write.buffer.periodicflush.timeout.ms", 8_000);
    conf.setLong("hbase.client.write.buffer.periodicflush.timertick.ms", 9_000);
  }

  @Test
  void isOpenedWithTheSettingsAsTheyAreThen() throws Exception {
    change();
    BufferedMutatorParams real = opened(MutatorFakes.params());
    assertThat(real.getWriteBufferSize()).isEqualTo(7);
    assertThat(real.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(8_000);
    assertThat(real.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(9_000);
  }

  @Test
  void keepsItsOwnParameters() throws Exception {
    change();
    BufferedMutatorParams own = MutatorFakes.params().writeBufferSize(3);
    own.setWriteBufferPeriodicFlushTimeoutMs(4_000).setWriteBufferPeriodicFlushTimerTickMs(5_000);
    BufferedMutatorParams real = opened(own);
    assertThat(real.getWriteBufferSize()).isEqualTo(3);
    assertThat(real.getWriteBufferPeriodicFlushTimeoutMs()).isEqualTo(4_000);
    assertThat(real.getWriteBufferPeriodicFlushTimerTickMs()).isEqualTo(5_000);
  }
}
