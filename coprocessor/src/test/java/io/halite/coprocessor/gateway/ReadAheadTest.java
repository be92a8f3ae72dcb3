package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.ClientRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadAheadTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final Result ANSWER = Result.create(List.of());

  private final ClientRequest request = ClientRequest.current();

  private Optional<Result> taken(Get asked, Get natural) throws IOException {
    ReadAhead.keep(request, List.of(asked), new Object[] {ANSWER});
    return ReadAhead.take(request, natural);
  }

  @Test
  void anAnswerIsForTheGetThatItWasFetchedFor() throws IOException {
    assertThat(taken(new Get(ROW), new Get(ROW))).containsSame(ANSWER);
    assertThat(taken(new Get(ROW), new Get(ROW).addFamily(F)))
        .as("as a region adds its families")
        .containsSame(ANSWER);
    Get column = new Get(ROW).addColumn(F, F).setMaxResultsPerColumnFamily(3);
    assertThat(taken(column, new Get(column))).containsSame(ANSWER);
    for (Get get : List.of(new Get(ROW), new Get(ROW).setTimeRange(1, 5))) {
      assertThat(taken(sent(get), sent(get))).as("as it is read twice").containsSame(ANSWER);
    }
  }

  private static Get sent(Get get) throws IOException {
    return ProtobufUtil.toGet(ProtobufUtil.toGet(get));
  }

  /** Found by the oracle: a row was asked for twice, and the first got what the second asked. */
  static Stream<Get> others() throws IOException {
    return Stream.of(
        new Get(Bytes.toBytes("other row")),
        new Get(ROW).addColumn(F, F),
        new Get(ROW).readVersions(4),
        new Get(ROW).setTimeRange(0, 5),
        new Get(ROW).setColumnFamilyTimeRange(F, 0, 5),
        new Get(ROW).setMaxResultsPerColumnFamily(1),
        new Get(ROW).addFamily(F).setRowOffsetPerColumnFamily(2),
        new Get(ROW).setCheckExistenceOnly(true),
        new Get(ROW).setFilter(new KeyOnlyFilter()),
        new Get(ROW).setAttribute("any", F));
  }

  @ParameterizedTest
  @MethodSource("others")
  void anotherGetIsReadByItself(Get other) throws IOException {
    assertThat(taken(new Get(ROW), other)).isEmpty();
    assertThat(taken(other, new Get(ROW))).isEmpty();
  }

  @Test
  void namedFamiliesAreNotAllFamilies() throws IOException {
    assertThat(taken(new Get(ROW).addFamily(F), new Get(ROW).addFamily(ROW))).isEmpty();
  }
}
