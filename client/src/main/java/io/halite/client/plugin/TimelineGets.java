package io.halite.client.plugin;

import io.halite.client.plugin.DirectRequests.Call;
import io.halite.routing.table.Mark;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * Gets of a timeline that ask for the spec. HBase's blocking client waits for an answer of the
 * replicas when the primary region has failed, and then says that the time is over: the refusal of
 * a salted table, which has no replicas, is lost. So such a get asks again by one of strong
 * consistency. A plain table answers the first one, from a replica where its primary is away.
 * Stateless.
 */
final class TimelineGets {
  private TimelineGets() {}

  /** The same call of the real table, which shows what a primary region answers to a question. */
  static <T> Call<Get, T> showing(Call<Get, T> call) {
    return get -> {
      try {
        return call.of(get);
      } catch (RetriesExhaustedException lost) {
        if (!isHiding(get)) {
          throw lost;
        }
        return again(get, lost, call);
      }
    };
  }

  private static boolean isHiding(Get get) {
    return get.getConsistency() == Consistency.TIMELINE
        && get.getReplicaId() < 0
        && Mark.asking().isThisOn(get);
  }

  private static <T> T again(Get get, RetriesExhaustedException lost, Call<Get, T> call)
      throws IOException {
    try {
      return call.of(new Get(get).setConsistency(Consistency.STRONG));
    } catch (IOException failure) {
      if (Refusals.isOfMark(failure)
          || Refusals.isOfRights(failure)
          || Refusals.isOfInterruption(failure)) {
        throw failure;
      }
      lost.addSuppressed(failure);
      throw lost;
    }
  }
}
