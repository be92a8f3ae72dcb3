package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
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
  private final MemoryAccount account = KeptRests.account();

  private Optional<Result> taken(Get asked, Get natural) throws IOException {
    ReadAhead.keep(request, List.of(asked), new Object[] {ANSWER}, account.share());
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

  private static Result answer(byte[] row) {
    return Result.create(List.of(new KeyValue(row, F, F, new byte[1 << 20])));
  }

  @Test
  void answersAreCountedUntilTheyAreTaken() throws IOException {
    List<Get> gets = List.of(new Get(ROW), new Get(F), new Get(ROW));
    Object[] answers = {answer(ROW), new IOException("refused"), answer(ROW)};
    ReadAhead.keep(request, gets, answers, account.share());
    assertThat(account.held()).isGreaterThan(2 << 20);
    assertThat(ReadAhead.take(request, new Get(ROW))).isPresent();
    assertThat(account.held()).isBetween(1L << 20, 2L << 20);
    assertThatThrownBy(() -> ReadAhead.take(request, new Get(F))).hasMessage("refused");
    assertThat(ReadAhead.take(request, new Get(ROW))).isPresent();
    assertThat(account.held()).isZero();
  }

  @Test
  void answersThatAreDroppedAreNotCounted() throws IOException {
    List<Get> gets = List.of(new Get(ROW), new Get(ROW));
    Object[] answers = {answer(ROW), answer(ROW)};
    ReadAhead.keep(request, gets, answers, account.share());
    assertThat(ReadAhead.take(request, new Get(F))).as("another get").isEmpty();
    assertThat(account.held()).isZero();
    ReadAhead.keep(request, gets, answers, account.share());
    ReadAhead.keep(request, gets.subList(0, 1), answers, account.share());
    assertThat(account.held()).as("the later ones").isBetween(1L << 20, 2L << 20);
    assertThat(ReadAhead.take(request, new Get(F))).isEmpty();
    assertThat(account.held()).isZero();
  }

  @Test
  void namedFamiliesAreNotAllFamilies() throws IOException {
    assertThat(taken(new Get(ROW).addFamily(F), new Get(ROW).addFamily(ROW))).isEmpty();
  }
}
