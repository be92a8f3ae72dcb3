package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

final class HalvedCallsTest {
  private static final byte[] ROW = Bytes.toBytes("r");

  private final HalvedCalls calls = new HalvedCalls();
  private final Table direct = mock(Table.class);
  private final Table plain = mock(Table.class);
  private final Table table = calls.alternating(Table.class, direct, plain);

  @Test
  void requestsOfOneTableGoBothWaysInTurn() throws IOException {
    for (int i = 0; i < 4; i++) {
      table.put(new Put(ROW));
    }

    verify(direct, times(2)).put(any(Put.class));
    verify(plain, times(2)).put(any(Put.class));
    assertThat(calls.plainRequests()).isEqualTo(2);
  }

  @Test
  void aReadGoesAnotherWayThanTheWriteBeforeIt() throws IOException {
    table.put(new Put(ROW));
    table.get(new Get(ROW));

    verify(direct).put(any(Put.class));
    verify(plain).get(any(Get.class));
  }

  @Test
  void aTableThatIsOpenedForEachRequestGoesBothWays() throws IOException {
    for (int i = 0; i < 2; i++) {
      calls.alternating(Table.class, direct, plain).put(new Put(ROW));
    }

    verify(direct).put(any(Put.class));
    verify(plain).put(any(Put.class));
  }

  @Test
  void whatIsNoRequestIsAskedOfThePlugInAndNotCounted() throws IOException {
    when(direct.getName()).thenReturn(TableName.valueOf("t"));

    assertThat(table.getName()).isEqualTo(TableName.valueOf("t"));
    assertThat(table.getName()).isEqualTo(TableName.valueOf("t"));
    table.close();

    verify(direct).close();
    verify(plain, never()).close();
    assertThat(calls.plainRequests()).isZero();
  }

  @Test
  void whatAClientThrowsIsThrownAsItIs() throws IOException {
    when(direct.get(any(Get.class))).thenThrow(new IOException("refused"));

    assertThatThrownBy(() -> table.get(new Get(ROW)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("refused");
  }

  @Test
  void everyRequestOfAPlainMutatorCounts() throws IOException {
    BufferedMutator mutator = calls.counted(BufferedMutator.class, mock(BufferedMutator.class));

    mutator.mutate(new Put(ROW));
    mutator.mutate(new Put(ROW));
    mutator.flush();

    assertThat(calls.plainRequests()).isEqualTo(2);
  }
}
