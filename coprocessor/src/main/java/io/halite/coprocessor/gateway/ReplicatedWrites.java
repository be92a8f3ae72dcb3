package io.halite.coprocessor.gateway;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Decides about unmarked writes that say through which clusters they came.
 *
 * <p>Replication sends stored keys so, and the Import tool natural ones; nothing tells them apart,
 * and a stored key taken for a natural one would be salted twice. So they are refused, unless the
 * administrator says that they are natural. Immutable.
 */
public final class ReplicatedWrites {
  private static final String KEY = Setting.REPLICATED_WRITES.key();
  private static final String CLUSTER_IDS = "_cs.id";

  private final boolean natural;

  private ReplicatedWrites(boolean natural) {
    this.natural = natural;
  }

  /**
   * What the table or its site decides: {@code refused}, the default, or {@code natural}.
   *
   * @throws IllegalArgumentException if it is another word
   */
  public static ReplicatedWrites of(RegionSettings settings) {
    String given = settings.text(Setting.REPLICATED_WRITES);
    return switch (given) {
      case "refused" -> new ReplicatedWrites(false);
      case "natural" -> new ReplicatedWrites(true);
      default ->
          throw new IllegalArgumentException(
              KEY
                  + " '"
                  + KeyBytes.cut(given)
                  + "': it is 'refused' or 'natural' (hbase-site.xml or table)");
    };
  }

  /** Refuses the write unless it is decided what its row is. */
  void check(Mutation unmarked) throws DoNotRetryIOException {
    if (!natural && unmarked.getAttribute(CLUSTER_IDS) != null) {
      throw new DoNotRetryIOException(
          "a write that carries cluster ids may be replicated and hold a stored key, or imported"
              + " and hold a natural one, which nothing tells apart; set "
              + KEY
              + " to 'natural' while importing (CONFIGURATION of the table or hbase-site.xml), and"
              + " do not replicate into a salted table");
    }
  }
}
