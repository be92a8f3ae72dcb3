package io.halite.coprocessor.gateway;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import io.halite.keys.KeyBytes;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Decides about unmarked writes that carry cluster ids.
 *
 * <p>Replication sends such writes with stored keys, the Import tool with natural keys. Halite
 * cannot distinguish them, and would salt a stored key twice. So it refuses them, unless the table
 * or the site says that they are natural. Immutable.
 */
public final class ReplicatedWrites {
  private static final String KEY = Setting.REPLICATED_WRITES.key();
  private static final String CLUSTER_IDS = "_cs.id";

  private final boolean natural;

  private ReplicatedWrites(boolean natural) {
    this.natural = natural;
  }

  /**
   * The decision of the table, or else of the site: {@code refused}, the default, or {@code
   * natural}.
   *
   * @throws IllegalArgumentException if it is any other word
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
                  + "' must be 'refused' or 'natural' (CONFIGURATION of the table or"
                  + " hbase-site.xml)");
    };
  }

  /** Refuses a write with cluster ids, unless such writes are decided to be natural. */
  void check(Mutation unmarked) throws DoNotRetryIOException {
    if (!natural && unmarked.getAttribute(CLUSTER_IDS) != null) {
      throw new DoNotRetryIOException(
          "row "
              + KeyBytes.readable(unmarked.getRow())
              + " comes in a write that carries cluster ids: from replication it is a stored key,"
              + " from the Import tool a natural key, and Halite cannot distinguish them; while you"
              + " import, set "
              + KEY
              + " to 'natural' (CONFIGURATION of the table or hbase-site.xml); do not replicate"
              + " into a salted table");
    }
  }
}
