package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NumberedWritesTest {
  private static final byte[] ROW = Salted.key("row");

  private final NumberedWrites numbers = new NumberedWrites();

  static Stream<Arguments> writes() throws Exception {
    Append append = new Append(ROW).addColumn(Salted.F, Salted.Q, Salted.Q);
    return Stream.of(
        Arguments.of(MutationType.PUT, Salted.put("row")),
        Arguments.of(MutationType.PUT, new Put(ROW, 7).addColumn(Salted.F, Salted.Q, 9, ROW)),
        Arguments.of(MutationType.DELETE, new Delete(ROW)),
        Arguments.of(MutationType.DELETE, new Delete(ROW, 7).addColumns(Salted.F, Salted.Q)),
        Arguments.of(
            MutationType.INCREMENT,
            new Increment(ROW).addColumn(Salted.F, Salted.Q, 5).setTimeRange(3, 8)),
        Arguments.of(MutationType.APPEND, append.setTimeRange(3, 8).setReturnResults(false)));
  }

  @ParameterizedTest
  @MethodSource("writes")
  void aNumberIsNoPartOfWhatIsSent(MutationType type, Mutation write) throws Exception {
    write.setDurability(Durability.SKIP_WAL).setAttribute("a", Salted.Q).setPriority(11);
    Mutation numbered = numbers.next(write);
    assertThat(ProtobufUtil.toMutation(type, numbered))
        .isEqualTo(ProtobufUtil.toMutation(type, write));
    assertThat(numbered.getPriority()).isEqualTo(11);
    assertThat(numbered.heapSize()).isEqualTo(write.heapSize());
  }

  @Test
  void eachWriteHasTheNextNumber() {
    Mutation first = numbers.next(Salted.put("row"));
    Mutation second = numbers.next(new Delete(ROW));
    Mutation without = Salted.put("row");
    assertThat(Stream.of(first, second, without).map(write -> NumberedWrites.of(write, 9)))
        .containsExactly(1L, 2L, 9L);
  }
}
