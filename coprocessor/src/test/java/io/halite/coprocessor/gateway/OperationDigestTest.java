package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.Nonce;
import io.halite.routing.table.OperationNumber;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OperationDigestTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final Nonce NONCE = new Nonce(3, 5);
  private static final OperationNumber NUMBER = new OperationNumber(7, 9);

  private static CheckAndMutate.Builder condition(String value) {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, F, Bytes.toBytes(value));
  }

  private static CheckAndMutate increment(String value, long by) {
    return condition(value).build(new Increment(ROW).addColumn(F, F, by));
  }

  @Test
  void aRepeatHasTheNumberOfTheFirst() throws Exception {
    assertThat(OperationDigest.ofClient("ann", NONCE, increment("a", 1)))
        .isEqualTo(OperationDigest.ofClient("ann", NONCE, increment("a", 1)));
  }

  @Test
  void anotherUserNonceConditionOrChangeHasAnotherNumber() throws Exception {
    CheckAndMutate byFilter =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(new PrefixFilter(ROW))
            .build(new Increment(ROW).addColumn(F, F, 1));
    assertThat(
            List.of(
                OperationDigest.ofClient("ann", NONCE, increment("a", 1)),
                OperationDigest.ofClient("bob", NONCE, increment("a", 1)),
                OperationDigest.ofClient("ann", new Nonce(3, 6), increment("a", 1)),
                OperationDigest.ofClient("ann", new Nonce(4, 5), increment("a", 1)),
                OperationDigest.ofClient("ann", NONCE, increment("b", 1)),
                OperationDigest.ofClient("ann", NONCE, increment("a", 2)),
                OperationDigest.ofClient("ann", NONCE, byFilter),
                OperationDigest.ofClient(
                    "ann", NONCE, condition("a").build(new Put(ROW).addColumn(F, F, F)))))
        .doesNotHaveDuplicates();
  }

  private static List<Mutation> counted(String row, long by) throws Exception {
    byte[] key = Bytes.toBytes(row);
    return List.of(new Delete(key).addColumn(F, F), new Increment(key).addColumn(F, F, by));
  }

  @Test
  void aRepeatedRowHasTheNumberOfTheFirstAndAnotherOneHasAnother() throws Exception {
    OperationNumber first = OperationDigest.ofClient("ann", NONCE, counted("row", 1));
    assertThat(OperationDigest.ofClient("ann", NONCE, counted("row", 1))).isEqualTo(first);
    assertThat(
            List.of(
                first,
                OperationDigest.ofClient("bob", NONCE, counted("row", 1)),
                OperationDigest.ofClient("ann", new Nonce(3, 6), counted("row", 1)),
                OperationDigest.ofClient("ann", new Nonce(4, 5), counted("row", 1)),
                OperationDigest.ofClient("ann", NONCE, counted("other", 1)),
                OperationDigest.ofClient("ann", NONCE, counted("row", 2))))
        .doesNotHaveDuplicates();
  }

  @Test
  void withoutANonceEachRequestHasItsOwnNumber() throws Exception {
    assertThat(OperationDigest.ofClient("ann", Nonce.NONE, increment("a", 1)))
        .isNotEqualTo(OperationDigest.ofClient("ann", Nonce.NONE, increment("a", 1)));
  }

  @Test
  void aSenderTableRowOrNumberNeverMeetsTheOutcomeOfAnother() {
    TableName t = TableName.valueOf("t");
    assertThat(
            List.of(
                OperationDigest.ofSender("ann", t, ROW, NUMBER),
                OperationDigest.ofSender("annt", t, ROW, NUMBER),
                OperationDigest.ofSender(
                    "ann", TableName.valueOf("tr"), Bytes.toBytes("ow"), NUMBER),
                OperationDigest.ofSender("ann", t, F, NUMBER),
                OperationDigest.ofSender("ann", t, ROW, new OperationNumber(9, 7))))
        .doesNotHaveDuplicates();
  }
}
