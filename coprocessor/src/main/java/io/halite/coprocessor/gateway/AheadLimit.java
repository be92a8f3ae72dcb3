package io.halite.coprocessor.gateway;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * How many bytes the answers have that a gateway fetches before they are asked for.
 *
 * <p>How large a row is only its owner knows. So each get of a run says in an attribute what its
 * answer may have, an even share of 8 MiB; an owner answers a larger row with one cell that has no
 * family, and the gateway reads that row by itself when HBase asks for it. Stateless.
 */
public final class AheadLimit {
  private static final String ATTRIBUTE = "halite.ahead";
  private static final int BYTES = 8 << 20;

  private AheadLimit() {}

  /** Lets a stored get that is one of so many answer with its share. */
  static Get putOn(Get stored, int gets) {
    stored.setAttribute(ATTRIBUTE, Bytes.toBytes(BYTES / gets));
    return stored;
  }

  /** Takes away what a client may have put on a get that is answered whole. */
  static Get takeOff(Get stored) {
    stored.setAttribute(ATTRIBUTE, null);
    return stored;
  }

  /** Exchanges an owner's answer for the sign that it is too large. */
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
      answer.add(new KeyValue(stored.getRow(), nothing, nothing, 0, nothing));
    }
  }

  /** Whether an answer is the sign that the row is too large to be fetched before it is asked. */
  static boolean isCut(Result answer) {
    return answer.size() == 1 && answer.rawCells()[0].getFamilyLength() == 0;
  }
}
