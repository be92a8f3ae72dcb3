package io.halite.coprocessor.gateway;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Limits the bytes of the answers that a gateway fetches ahead.
 *
 * <p>Only the owner of a row knows how large the row is. So each get of a run carries an attribute
 * with the most bytes that its answer may have, an even share of 8 MiB: 1,048,576 bytes as {@code
 * 00 10 00 00} for each of 8 gets. The owner answers a larger row with one cell that has no family,
 * whose value is the size of the row. The gateway reads that row by itself when HBase serves its
 * get; or, if it is one place of a row, with as many others as fit ({@link PlaceReads}). Stateless.
 */
public final class AheadLimit {
  private static final String ATTRIBUTE = "halite.ahead";

  /** The most bytes of all answers that are read together. */
  static final int BYTES = 8 << 20;

  /** The most bytes of the answers to a run of gets while memory is short. */
  static final int SHORT_BYTES = 512 << 10;

  private AheadLimit() {}

  /** Limits the answer of a stored get to its share, as one of {@code gets} in a run. */
  static Get putOn(Get stored, int gets) {
    return putOn(stored, gets, BYTES);
  }

  /** Limits it to its share of so many bytes. */
  static Get putOn(Get stored, int gets, int bytes) {
    stored.setAttribute(ATTRIBUTE, Bytes.toBytes(bytes / gets));
    return stored;
  }

  /** Removes a limit that a client may have put on a get, whose answer is to be whole. */
  static Get takeOff(Get stored) {
    stored.setAttribute(ATTRIBUTE, null);
    return stored;
  }

  /** On an owner: replaces an answer that is over the limit by the sign that it is too large. */
  public static void cut(Get stored, List<Cell> answer) {
    byte[] limit = stored.getAttribute(ATTRIBUTE);
    if (limit == null || limit.length != Integer.BYTES || stored.isCheckExistenceOnly()) {
      return;
    }
    long bytes = 0;
    for (Cell cell : answer) {
      bytes += cell.getSerializedSize();
    }
    if (bytes > Bytes.toInt(limit)) {
      answer.clear();
      byte[] nothing = new byte[0];
      answer.add(new KeyValue(stored.getRow(), nothing, nothing, 0, Bytes.toBytes(bytes)));
    }
  }

  /** Whether an answer is the sign that the row is too large to be fetched ahead. */
  static boolean isCut(Result answer) {
    return answer.size() == 1 && answer.rawCells()[0].getFamilyLength() == 0;
  }

  /** The bytes of the row that a sign stands for; an owner of an older version does not say. */
  static long bytes(Result sign) {
    byte[] bytes = sign.value();
    return bytes.length == Long.BYTES ? Bytes.toLong(bytes) : BYTES;
  }
}
