package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

class WriteTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:3,salt=hash(*) % 16"));
  private static final byte[] ROW = {0x41, 0x54, 0x4C};

  @Test
  void aKeyThatFitsTheLayoutHasAStoredKey() throws Exception {
    Write write = Write.of(new Put(ROW), TABLE);
    assertThat(write.refusal()).isEmpty();
    assertThat(write.storedKey()).hasSize(4).endsWith(ROW).isEqualTo(TABLE.storedKey(ROW));
  }

  @Test
  void aKeyThatDoesNotFitTheLayoutIsRefused() {
    Write write = Write.of(new Put(new byte[] {0x41, 0x54}), TABLE);
    assertThat(write.refusal()).containsInstanceOf(DoNotRetryIOException.class);
    assertThatThrownBy(write::storedKey).isSameAs(write.refusal().orElseThrow());
  }

  @Test
  void incrementsAndAppendsHaveResults() {
    assertThat(Write.of(new Increment(ROW), TABLE).hasResult()).isTrue();
    assertThat(Write.of(new Append(ROW), TABLE).hasResult()).isTrue();
    assertThat(Write.of(new Put(ROW), TABLE).hasResult()).isFalse();
  }
}
