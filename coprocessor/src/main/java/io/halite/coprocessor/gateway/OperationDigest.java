package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.Nonce;
import io.halite.routing.table.Conditions;
import io.halite.routing.table.OperationNumber;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Numbers of conditional writes and deletes: the first 16 bytes of a SHA-256, so that nobody can
 * find an operation that has the number of another user's. Not thread-safe.
 */
final class OperationDigest {
  private final Digest digest = new Digest();

  private OperationDigest() {}

  /**
   * The number of a client's operation: the same for a repeat under the same nonce, another one for
   * another user or for any other change; a new one without a nonce.
   */
  static OperationNumber ofClient(String user, Nonce nonce, CheckAndMutate natural)
      throws IOException {
    return nonce.equals(Nonce.NONE)
        ? OperationNumber.random()
        : new OperationDigest()
            .add(user)
            .add(nonce.group())
            .add(nonce.number())
            .add(natural)
            .number();
  }

  /** The same of all mutations of one row, which are applied atomically under a nonce. */
  static OperationNumber ofClient(String user, Nonce nonce, List<Mutation> naturals) {
    OperationDigest digest =
        new OperationDigest().add("row").add(user).add(nonce.group()).add(nonce.number());
    naturals.forEach(natural -> digest.add(natural.getRow()).add(natural));
    return digest.number();
  }

  /** The key under which an owner keeps the outcome: a sender never meets those of another. */
  static OperationNumber ofSender(
      String sender, TableName table, byte[] storedKey, OperationNumber number) {
    return new OperationDigest()
        .add(sender)
        .add(table.getName())
        .add(storedKey)
        .add(number.high())
        .add(number.low())
        .number();
  }

  private OperationDigest add(long number) {
    digest.add(number);
    return this;
  }

  private OperationDigest add(byte[] bytes) {
    digest.add(bytes);
    return this;
  }

  private OperationDigest add(String text) {
    digest.add(text);
    return this;
  }

  private OperationDigest add(CheckAndMutate check) throws IOException {
    add(check.getRow()).add(check.getTimeRange().getMin()).add(check.getTimeRange().getMax());
    if (check.hasFilter()) {
      add(check.getFilter().getClass().getName()).add(check.getFilter().toByteArray());
    } else {
      add(check.getFamily()).add(check.getQualifier()).add(check.getCompareOp().name());
      add(check.getValue());
    }
    Conditions.mutations(check).forEach(this::add);
    return this;
  }

  private OperationDigest add(Mutation mutation) {
    add(mutation.getClass().getName()).add(mutation.getTimestamp());
    for (List<Cell> family : mutation.getFamilyCellMap().values()) {
      for (Cell cell : family) {
        add(CellUtil.cloneFamily(cell)).add(CellUtil.cloneQualifier(cell));
        add(cell.getTimestamp()).add(cell.getTypeByte()).add(CellUtil.cloneValue(cell));
      }
    }
    return this;
  }

  private OperationNumber number() {
    return OperationNumber.of(digest.bytes());
  }
}
