package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.nio.MultiByteBuff;

class CellsAheadProperties {
  private static byte[] block(List<Integer> lengths) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    Codec.Encoder encoder = new KeyValueCodecWithTags().getEncoder(block);
    for (int length : lengths) {
      encoder.write(new KeyValue(new byte[] {1}, new byte[] {2}, new byte[0], new byte[length]));
    }
    encoder.flush();
    return block.toByteArray();
  }

  @Property(tries = 300)
  void cellsAreCountedWheneverSomebodyAsks(
      @ForAll @Size(max = 20) List<@IntRange(max = 300) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 4) int asksEach,
      @ForAll @IntRange(max = 500) int cut)
      throws IOException {
    byte[] block = block(lengths);
    int middle = Math.min(cut, block.length);
    CellScanner cells =
        new KeyValueCodecWithTags()
            .getDecoder(
                new MultiByteBuff(
                    ByteBuffer.wrap(Arrays.copyOf(block, middle)),
                    ByteBuffer.wrap(Arrays.copyOfRange(block, middle, block.length))));
    try (CurrentCall call = CurrentCall.of(Requests.multi(), cells)) {
      CellsAhead ahead = new CellsAhead(RpcServer.getCurrentCall());
      for (int left = lengths.size(); left >= 0; left--) {
        if (left % asksEach == 0) {
          assertThat(ahead.count()).isEqualTo(Optional.of(left));
        }
        assertThat(cells.advance()).isEqualTo(left > 0);
      }
    }
  }
}
