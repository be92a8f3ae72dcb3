package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import io.halite.it.cluster.ClientNonces;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A write that one client sends repeatedly, each time under the same nonce.
 *
 * @param row which no other write of the test changes
 */
public record RepeatedWrite(Table client, CountedWrite write, byte[] row, long nonce) {
  /**
   * Sends all of them once more.
   *
   * @param nonces what {@link ClientNonces} gives to their clients
   * @return their answers, and what their rows hold then
   */
  public static List<String> send(List<RepeatedWrite> writes, AtomicLong nonces) throws Exception {
    List<String> answers = new ArrayList<>();
    for (RepeatedWrite each : writes) {
      nonces.set(each.nonce);
      byte[] answer = each.write.send(each.client, each.row);
      byte[] stored = each.client.get(new Get(each.row)).getValue(F, Q);
      answers.add(
          "%s: %s, %s"
              .formatted(each.write, Bytes.toStringBinary(answer), Bytes.toStringBinary(stored)));
    }
    return answers;
  }
}
