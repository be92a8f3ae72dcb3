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
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Numbers of conditional writes and deletes: the first 16 bytes of a SHA-256, so that nobody can
 * find an operation that has the number of another user's. Stateless.
 */
final class OperationDigest {
  private OperationDigest() {}

  /**
   * The number of a client's operation: the same for a repeat under the same nonce, another one for
   * another user or for any other change; a new one without a nonce.
   */
  static OperationNumber ofClient(String user, Nonce nonce, CheckAndMutate natural)
      throws IOException {
    if (nonce.equals(Nonce.NONE)) {
      return OperationNumber.random();
    }
    Digest digest = new Digest().add(user).add(nonce.group()).add(nonce.number());
    addCondition(digest, natural);
    Conditions.mutations(natural).forEach(mutation -> add(digest, mutation));
    return OperationNumber.of(digest.bytes());
  }

  /** The same of all mutations of one row, which are applied atomically under a nonce. */
  static OperationNumber ofClient(String user, Nonce nonce, List<Mutation> naturals) {
    Digest digest = new Digest().add("row").add(user).add(nonce.group()).add(nonce.number());
    naturals.forEach(natural -> add(digest.add(natural.getRow()), natural));
    return OperationNumber.of(digest.bytes());
  }

  /** The key under which an owner keeps the outcome: a sender never meets those of another. */
  static OperationNumber ofSender(
      String sender, TableName table, byte[] storedKey, OperationNumber number) {
    return OperationNumber.of(
        new Digest()
            .add(sender)
            .add(table.getName())
            .add(storedKey)
            .add(number.high())
            .add(number.low())
            .bytes());
  }

  private static void addCondition(Digest digest, CheckAndMutate check) throws IOException {
    TimeRange times = check.getTimeRange();
    digest.add(check.getRow()).add(times.getMin()).add(times.getMax());
    if (check.hasFilter()) {
      digest.add(check.getFilter().getClass().getName()).add(check.getFilter().toByteArray());
    } else {
      digest.add(check.getFamily()).add(check.getQualifier());
      digest.add(check.getCompareOp().name()).add(check.getValue());
    }
  }

  private static void add(Digest digest, Mutation mutation) {
    digest.add(mutation.getClass().getName()).add(mutation.getTimestamp());
    for (List<Cell> family : mutation.getFamilyCellMap().values()) {
      for (Cell cell : family) {
        digest.add(CellUtil.cloneFamily(cell)).add(CellUtil.cloneQualifier(cell));
        // Servers of several versions compare digests: the type has the 8 bytes of a long.
        digest.add(cell.getTimestamp()).add((long) cell.getTypeByte());
        digest.add(CellUtil.cloneValue(cell));
      }
    }
  }
}
