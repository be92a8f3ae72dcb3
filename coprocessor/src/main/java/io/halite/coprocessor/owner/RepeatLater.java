package io.halite.coprocessor.owner;

import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Tells a client when to repeat what was refused before anything ran.
 *
 * <p>HBase 2.6 clients wait as long as a throttling exception says; after any other retriable one
 * they wait longer each time an operation fails, up to 20 s, whatever it failed of. Older clients
 * take it for any retriable exception.
 */
public final class RepeatLater {
  /** How long a client is asked to wait for what is usually back at once, such as a region. */
  public static final long SHORTEST_MILLIS = 200;

  private RepeatLater() {}

  /** A refusal with a wait of half to one and a half {@code millis}, so that clients spread. */
  public static RpcThrottlingException after(long millis, String why) {
    long wait = millis / 2 + ThreadLocalRandom.current().nextLong(millis + 1);
    // Clients read kind and time off the text; seconds would be a field of their own.
    return new RpcThrottlingException(
        RpcThrottlingException.Type.NumRequestsExceeded,
        wait,
        why
            + "; repeat: number of requests exceeded - wait "
            + (wait >= 1000 ? wait / 1000 + "sec, " : "")
            + wait % 1000
            + "ms");
  }
}
