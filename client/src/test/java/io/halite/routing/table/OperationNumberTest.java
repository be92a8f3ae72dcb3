package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OperationNumberTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final OperationNumber NUMBER = new OperationNumber(1, -2);

  private static CheckAndMutate check(Put put) throws Exception {
    return CheckAndMutate.newBuilder(ROW)
        .ifNotExists(ROW, ROW)
        .build(RowMutations.of(List.of(put, new Delete(ROW))));
  }

  private static Put put() {
    return new Put(ROW).addColumn(ROW, ROW, ROW);
  }

  @Test
  void theFirstMutationCarriesNumberAndAge() throws Exception {
    CheckAndMutate check = check(put());
    assertThat(OperationNumber.on(check)).isEmpty();
    NUMBER.putOn(check, 300);
    byte[] value = Conditions.mutations(check).get(0).getAttribute("halite.operation");
    assertThat(Bytes.toHex(value)).isEqualTo("0000000000000001fffffffffffffffe0000012c");
    assertThat(OperationNumber.on(check)).contains(new OperationNumber.Sent(NUMBER, 300));
    assertThat(Conditions.mutations(check).get(1).getAttributesMap()).isEmpty();
    NUMBER.putOn(check, 301);
    assertThat(OperationNumber.on(check).orElseThrow().ageMillis()).isEqualTo(301);
  }

  @Test
  void eachDeleteOfARowCarriesTheNumberAndNoOtherMutation() throws Exception {
    Delete one = new Delete(ROW).addColumn(ROW, ROW);
    Delete other = new Delete(ROW).addColumn(ROW, ROW);
    Put put = put();
    NUMBER.putOnDeletes(RowMutations.of(List.of(put, one, other)), 300);
    assertThat(OperationNumber.on(one)).contains(new OperationNumber.Sent(NUMBER, 300));
    assertThat(OperationNumber.on(other)).contains(new OperationNumber.Sent(NUMBER, 300));
    assertThat(OperationNumber.on(put)).isEmpty();
  }

  /** Else a client could have a gateway send the number of its choice. */
  @Test
  void aCopyDoesNotCarryTheNumberOfItsOriginal() throws Exception {
    Delete natural = new Delete(ROW).addColumn(ROW, ROW);
    NUMBER.putOnDeletes(RowMutations.of(List.of(natural)), 0);
    Mutation copy = new StoredMutations(Mark.asking()).copy(ROW, natural);
    assertThat(OperationNumber.on(copy)).isEmpty();
    assertThat(OperationNumber.on(natural)).isPresent();
  }

  @Test
  void aNumberOfAnotherLengthOrANegativeAgeIsRefused() throws Exception {
    for (byte[] wrong : List.of(new byte[0], new byte[19], new byte[21], negativeAge())) {
      Put put = put();
      put.setAttribute("halite.operation", wrong);
      CheckAndMutate check = check(put);
      assertThatThrownBy(() -> OperationNumber.on(check))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("a number of 16 bytes and an age of 4 bytes");
    }
  }

  private static byte[] negativeAge() {
    byte[] value = new byte[20];
    value[16] = -1;
    return value;
  }

  @Test
  void aNumberIsTheFirstSixteenBytesOfADigest() {
    byte[] digest = new byte[32];
    digest[7] = 1;
    digest[15] = 2;
    digest[16] = 3;
    assertThat(OperationNumber.of(digest)).isEqualTo(new OperationNumber(1, 2));
  }
}
