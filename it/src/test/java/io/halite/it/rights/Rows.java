package io.halite.it.rights;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/** The two rows of one question, the newer one first, and where the salted table stores them. */
record Rows(MatrixQuestion question, byte[][] natural, byte[][] stored) {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] Q = Bytes.toBytes("q");
  static final byte[] R = Bytes.toBytes("r");
  static final byte[] X = Bytes.toBytes("x");
  static final byte[] F_Q = Bytes.toBytes(7L);
  static final byte[] G_Q = Bytes.toBytes(11L);

  /** The time of all cells that are there before a question, and of those that questions write. */
  static final long BEFORE = 10;

  static final long AFTER = 50;

  private static final String TIES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  /** Where stored keys lie. */
  interface Locality {
    /** Whether a stored key's region is on the server of the gateway. */
    boolean isLocal(byte[] storedKey);

    /** Whether one region holds both stored keys. */
    boolean areTogether(byte[] one, byte[] other);
  }

  /**
   * Rows of which both have the locality that the question's door asks for. One region has both:
   * HBase refuses all writes of a batch to a region together, so that a plain table would else
   * refuse a write only for another one.
   */
  static Rows of(MatrixQuestion question, SaltedTable table, Locality locality) throws IOException {
    byte[][] natural = new byte[2][];
    byte[][] stored = new byte[2][];
    for (int i = 0; i < 2; i++) {
      for (char tie : TIES.toCharArray()) {
        natural[i] =
            Bytes.add(
                Bytes.toBytes(question.unit()),
                Bytes.toBytes(Long.MAX_VALUE - 2000 + 1000 * i),
                Bytes.toBytes(i + "" + tie));
        stored[i] = stored(natural[i], table);
        if (locality.isLocal(stored[i]) == (question.door() != Door.REMOTE_OWNER)
            && locality.areTogether(stored[0], stored[i])) {
          break;
        }
      }
    }
    return new Rows(question, natural, stored);
  }

  private static byte[] stored(byte[] natural, SaltedTable table) throws IOException {
    if (table.isPlain()) {
      return natural;
    }
    return table.salt().isSinglePlace()
        ? table.storedKey(natural)
        : table
            .multiPlaceWrites()
            .copies(new Put(natural).addColumn(F, Q, BEFORE, F_Q), 0)
            .get(0)
            .getRow();
  }

  /** The value by which the index finds a row. */
  byte[] indexed(int row) {
    return Bytes.toBytes("x" + question.unit() + row);
  }

  /** What is there of a row before the question. */
  Put before(int row) throws IOException {
    Put put =
        new Put(natural[row])
            .addColumn(F, Q, BEFORE, F_Q)
            .addColumn(F, R, BEFORE, R)
            .addColumn(F, X, BEFORE, indexed(row))
            .addColumn(G, Q, BEFORE, G_Q)
            .addColumn(G, R, BEFORE, R);
    if (question.actor().isNamedInCells()) {
      put.setACL(question.actor().userName(), new Permission(Action.READ, Action.WRITE));
    }
    return put;
  }
}
