package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.table.Setting;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * How long forwards may take: as long as their clients wait, unless the site sets a limit. Batches
 * of writes hold the lock of their gateway region meanwhile, and take some seconds at most; gets
 * and conditional writes hold none.
 *
 * <p>Example: a client waits 60 s for its answer, and the owner takes 10 s. A gateway that gave up
 * earlier would make the client repeat a compare-and-set that the owner still applies.
 *
 * @param limitMillis the longest time of a forward
 * @param silentMillis the time of a forward whose client does not say how long it waits
 */
public record ForwardTime(long limitMillis, long silentMillis) {
  private static final long NO_LIMIT = Long.MAX_VALUE / 4;

  /** What a site says. */
  public static ForwardTime of(Configuration site) {
    long given = Setting.FORWARD_TIMEOUT.number(site);
    long limit = given > 0 ? given : NO_LIMIT;
    long rpc = site.getLong(HConstants.HBASE_RPC_TIMEOUT_KEY, HConstants.DEFAULT_HBASE_RPC_TIMEOUT);
    return new ForwardTime(limit, Math.min(limit, rpc));
  }

  /**
   * When the forwards of a request have to end, in milliseconds since the epoch.
   *
   * <p>Those of a multi request, which run one after the other, end earlier than its client gives
   * up: after 59 s of 60 s. Otherwise the client would repeat all of it because of one silent
   * owner, and a compare-and-set that another owner has applied would answer false.
   *
   * <p>A client that waits 60 s waits no longer than 60 s from now: if the clock was set back after
   * the request was received, its deadline is further away.
   */
  public static long deadline(ClientRequest request) {
    long client = request.deadline();
    if (client == Long.MAX_VALUE) {
      return client;
    }
    long patience = client - request.received();
    long latest = Math.min(client, EnvironmentEdgeManager.currentTime() + patience);
    return request.isMulti() ? latest - ForwardRetry.reserveMillis(patience) : latest;
  }

  /**
   * The same for conditional writes to a table with indexes, which end before a sweep takes their
   * index entries for stale ones.
   */
  public ForwardTime ofIndexedConditions() {
    return new ForwardTime(
        Math.min(limitMillis, ForwardRetry.INDEXED_CONDITION_MILLIS), silentMillis);
  }

  /**
   * Returns the budget of a forward that begins now.
   *
   * @param clientDeadline milliseconds since the epoch; {@code Long.MAX_VALUE} if the client does
   *     not say how long it waits
   * @param closing whether the gateway region is closing
   */
  public Budget budget(long clientDeadline, BooleanSupplier closing) {
    return budget(clientDeadline, limitMillis, closing);
  }

  /**
   * Returns the budget of a forward that holds the lock of its gateway region. It ends after some
   * seconds, since a region that closes waits for it.
   */
  public Budget underLock(long clientDeadline, BooleanSupplier closing) {
    return budget(clientDeadline, Math.min(limitMillis, ForwardRetry.UNDER_LOCK_MILLIS), closing);
  }

  /** Returns the budget of a read by an index, which may meet any number of stale entries. */
  public Budget ofIndexRead(long clientDeadline, BooleanSupplier closing) {
    return budget(clientDeadline, Math.min(limitMillis, ForwardRetry.INDEX_READ_MILLIS), closing);
  }

  private Budget budget(long clientDeadline, long limit, BooleanSupplier closing) {
    boolean silent = clientDeadline == Long.MAX_VALUE;
    return Budget.of(silent ? Math.min(limit, silentMillis) : limit, clientDeadline, closing);
  }
}
