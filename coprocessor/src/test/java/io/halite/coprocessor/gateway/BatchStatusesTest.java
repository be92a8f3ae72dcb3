package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BatchStatusesTest {
  private static final byte[] ROW = {1};

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(new NoSuchColumnFamilyException("x"), OperationStatusCode.BAD_FAMILY),
        Arguments.of(new FailedSanityCheckException("x"), OperationStatusCode.SANITY_CHECK_FAILURE),
        Arguments.of(new DoNotRetryIOException("x"), OperationStatusCode.FAILURE),
        Arguments.of(new RegionTooBusyException("x"), OperationStatusCode.STORE_TOO_BUSY),
        Arguments.of(new IOException("x"), OperationStatusCode.STORE_TOO_BUSY));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalKeepsItsMeaningAndItsMessage(IOException refusal, OperationStatusCode code) {
    assertThat(BatchStatuses.statusOf(refusal).getOperationStatusCode()).isEqualTo(code);
    assertThat(BatchStatuses.statusOf(refusal).getExceptionMsg()).isEqualTo("x");
  }

  private static MiniBatchOperationInProgress<Mutation> batch(Mutation... mutations) {
    return new MiniBatchOperationInProgress<>(
        mutations,
        new OperationStatus[mutations.length],
        new WALEdit[mutations.length],
        0,
        mutations.length,
        mutations.length);
  }

  private static MiniBatchOperationInProgress<Mutation> puts(int count) {
    return batch(Stream.generate(() -> new Put(ROW)).limit(count).toArray(Mutation[]::new));
  }

  private static BatchStatuses all(MiniBatchOperationInProgress<Mutation> batch)
      throws IOException {
    return BatchStatuses.of(batch, collected(batch, 0));
  }

  /** The writes of a batch from one on, as if an observer had bypassed those before it. */
  private static List<Write> collected(MiniBatchOperationInProgress<Mutation> batch, int from) {
    return IntStream.range(from, batch.size())
        .<Write>mapToObj(i -> new Write.Salted(batch.getOperation(i), ROW))
        .toList();
  }

  @Test
  void aBypassedWriteKeepsItsStatusAndTheOthersGetTheirOwn() throws Exception {
    MiniBatchOperationInProgress<Mutation> batch = puts(3);
    BatchStatuses statuses = BatchStatuses.of(batch, collected(batch, 1));
    statuses.giveAll(List.of(Optional.empty(), Optional.of(new DoNotRetryIOException("no"))));
    assertThat(batch.getOperationStatus(0)).as("that of the observer").isNull();
    assertThat(batch.getOperationStatus(1)).isSameAs(OperationStatus.SUCCESS);
    assertThat(batch.getOperationStatus(2).getExceptionMsg()).isEqualTo("no");
  }

  @Test
  void aBatchIsOfOneRowOnlyIfItsBypassedWritesAre() throws Exception {
    MiniBatchOperationInProgress<Mutation> two = batch(new Put(new byte[] {0}), new Put(ROW));
    assertThat(BatchStatuses.of(two, collected(two, 1)).isOneRow()).isFalse();
    assertThat(all(puts(2)).isOneRow()).isTrue();
  }

  @Test
  void aBatchWithABypassedWriteIsNotPostponedAsAWhole() throws Exception {
    MiniBatchOperationInProgress<Mutation> batch = puts(2);
    BatchStatuses.of(batch, collected(batch, 1)).giveAll(List.of(unreached(1_000)));
    assertThat(batch.getOperationStatus(1).getOperationStatusCode())
        .isEqualTo(OperationStatusCode.STORE_TOO_BUSY);
  }

  @Test
  void aWriteThatIsNotInTheBatchIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> BatchStatuses.of(puts(2), collected(puts(1), 0)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith("a write of row '")
        .hasMessageContaining("is not in the batch that it was collected from");
  }

  @Test
  void aBatchThatNobodyHasCollectedFailsIfOneOfItsWritesIsNatural() throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=row:1,salt=hash(*) % 4");
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    Put stored = new Put(new byte[] {2, 1});
    table.mark().putOn(stored);
    BatchStatuses.requireMarked(batch(stored), table);
    assertThatThrownBy(() -> BatchStatuses.requireMarked(batch(stored, new Put(ROW)), table))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("the write of row '01' was not forwarded");
  }

  private static Optional<IOException> unreached(long millis) {
    return Optional.of(ForwardRetry.later(millis, "x"));
  }

  @Test
  void aBatchThatReachedNoOwnerFailsWithTheLongestWait() {
    // Waits are half to one and a half of these, at random, so their ranges must not overlap.
    Optional<IOException> longest = unreached(500_000);
    assertThatThrownBy(
            () -> all(puts(3)).giveAll(List.of(unreached(1_000), longest, unreached(30_000))))
        .isSameAs(longest.orElseThrow());
  }

  @Test
  void aBatchOfWhichSomeWritesWereAppliedGivesEachItsStatus() throws Exception {
    MiniBatchOperationInProgress<Mutation> batch = puts(2);
    all(batch).giveAll(List.of(unreached(20_000), Optional.empty()));
    assertThat(batch.getOperationStatus(0).getOperationStatusCode())
        .isEqualTo(OperationStatusCode.STORE_TOO_BUSY);
    assertThat(batch.getOperationStatus(1)).isSameAs(OperationStatus.SUCCESS);
  }

  @Test
  void theOneResultGoesToTheFirstIncrementOrAppend() throws Exception {
    List<Write> writes =
        Stream.of(new Put(ROW), new Append(ROW), new Increment(ROW))
            .<Write>map(natural -> new Write.Salted(natural, ROW))
            .toList();
    MiniBatchOperationInProgress<Mutation> batch =
        batch(writes.stream().map(Write::natural).toArray(Mutation[]::new));
    Result result = Result.create(List.of());
    all(batch).giveResult(writes, result);
    assertThat(batch.getOperationStatus(0)).as("HBase answers the put").isNull();
    assertThat(batch.getOperationStatus(1).getResult()).isSameAs(result);
    assertThat(batch.getOperationStatus(2).getResult()).isSameAs(Result.EMPTY_RESULT);
  }
}
