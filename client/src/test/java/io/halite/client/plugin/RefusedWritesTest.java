package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** One thread sends the refused writes of several. */
class RefusedWritesTest {
  private static Sent<Row> refused(String row) {
    Put put = new Put(Bytes.toBytes(row));
    return new Sent<>(Routing.natural(), put, put);
  }

  @Test
  void writesAreUnknownWhoseSenderEndedByAnError() {
    RefusedWrites writes =
        new RefusedWrites(
            (naturals, failures) -> {
              throw new OutOfMemoryError("planted");
            });
    RefusedWrites.Share own = writes.add(List.of(refused("own")));
    RefusedWrites.Share other = writes.add(List.of(refused("other")));
    assertThatThrownBy(writes::send).isInstanceOf(OutOfMemoryError.class);
    writes.send();
    for (RefusedWrites.Share share : List.of(own, other)) {
      assertThat(share.failures().exception().getCause(0))
          .hasMessageContaining("whether it was applied is unknown");
    }
  }

  @Test
  void writesThatWereSentHaveNotFailed() {
    RefusedWrites writes = new RefusedWrites((naturals, failures) -> {});
    RefusedWrites.Share share = writes.add(List.of(refused("row")));
    writes.send();
    assertThat(share.failures().isEmpty()).isTrue();
  }
}
