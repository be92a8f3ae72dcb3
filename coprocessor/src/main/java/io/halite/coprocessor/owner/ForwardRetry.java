package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.routing.table.MarkException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.RetryImmediatelyException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;

/**
 * The retry policy of forwards: when one is repeated, how long, and which wait a refusal names.
 *
 * <p>It answers three questions for the classes that count and wait ({@link Budget}, {@link
 * Pressure}, {@link RegionOutages}, {@link OwnerRegions}, {@link OwnerBatch}, {@link
 * OwnerLocations}, {@link OwnerConnection}), which hold no such number themselves. {@link
 * ClientBounds} bounds what HBase's own client does beside forwards.
 *
 * <ol>
 *   <li>How long does a gateway repeat a forward? Up to 100 ms while nothing ran, with pauses of 10
 *       to 40 ms: the thread that waits holds a handler and a permit, a waiting client nothing. A
 *       numbered write whose answer is lost: 5 s, or a minute while its region is away.
 *   <li>Which answers of an owner prove that nothing ran? The gateway repeats a forward only after
 *       such an answer; a conditional write also after a time-out, since its owner knows it again.
 *   <li>Which wait does a refusal name to the client? 50 ms to 15 s, by how many other clients are
 *       refused or by how long the region has been away. Example: after an outage of 4,000 ms a
 *       refusal names 2,000 to 6,000 ms.
 * </ol>
 *
 * <p>The reasons, with measured figures, are in {@code docs/decisions}, 0003 and 0008. Stateless.
 */
public final class ForwardRetry {
  private static final long PATIENCE_MILLIS = 100;
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long LONGEST_PAUSE_MILLIS = 40;
  private static final long LONGEST_PAUSE_AFTER_LOSS_MILLIS = 640;
  private static final long LONGEST_RESERVE_MILLIS = 1_000;
  private static final long SHORTEST_REGION_WAIT_MILLIS = 200;
  private static final long LONGEST_REGION_WAIT_MILLIS = 10_000;
  private static final long OUTAGE_FORGOTTEN_MILLIS = 60_000;
  private static final long SHARED_WAIT_MILLIS = 10;

  /** How long a gateway repeats a conditional write at a silent owner, and each repeat takes. */
  static final long LOST_ANSWER_MILLIS = 5_000;

  /** How long a gateway waits for a region whose server has died with the answer. */
  static final long REGION_AWAY_MILLIS = 60_000;

  /** A request waits so long for a server that answers and for which many handlers wait. */
  static final long PLACE_MILLIS = 50;

  /** The number of requests of a call queue after which the wait for a permit may change. */
  static final int PERMIT_WINDOW = 32;

  /** The wait for a permit while few requests are refused. */
  static final long SHORTEST_PERMIT_WAIT_MILLIS = 100;

  /** The longest wait for a permit. */
  static final long LONGEST_PERMIT_WAIT_MILLIS = 2_000;

  /** The wait for a place among the open scans of a server. */
  static final long SCAN_SLOT_WAIT_MILLIS = 1_000;

  /**
   * The longest time of a forward that holds the lock of its gateway region, and of a bulk load
   * that waits for such forwards: a region that closes, splits or loads files waits for them.
   */
  public static final long UNDER_LOCK_MILLIS = 8_000;

  /**
   * The longest time of a conditional write to a table with indexes: half of the age from which a
   * sweep removes the index entries that are written before it.
   */
  static final long INDEXED_CONDITION_MILLIS = 300_000;

  /** The wait until a server reads again whether a table keeps the entries of an index. */
  static final long CONSENT_WAIT_MILLIS = 1_000;

  /** The longest wait for a connection of the server's own to open. */
  static final long CONNECTION_OPEN_MILLIS = 10_000;

  /** The longest time of a get that probes a door. */
  static final int PROBE_MILLIS = 500;

  /** The longest time of a read by an index. */
  public static final long INDEX_READ_MILLIS = 8_000;

  /** The longest time that a handler waits to learn where a region is. */
  static final long LOCATE_MILLIS = 2_000;

  /** A batch looks no region up after a look-up that failed and took so long. */
  static final long FAILED_LOCATE_MILLIS = 100;

  /** A batch looks no region up after failed look-ups that took so long together. */
  static final long FAILED_LOCATES_MILLIS = 1_000;

  /** The longest time that a scan waits to learn which of its images are vacant. */
  static final long VACANCY_MILLIS = 2_000;

  private ForwardRetry() {}

  /** How long a handler waits for {@code hbase:meta} when {@code left} milliseconds remain. */
  static long locateMillis(long left) {
    return Math.max(0, Math.min(LOCATE_MILLIS, left));
  }

  /**
   * The class of deadlines that may share an RPC, which ends with the first of them: eight classes
   * between one power of two and the next, so that a request loses less than a tenth of its time.
   */
  static int deadlineClass(long left) {
    return (int) Math.floor(8 * Math.log(Math.max(1, left)) / Math.log(2));
  }

  /**
   * How long a request waits for the answer of others before it is sent beside them, when {@code
   * left} milliseconds remain: half of them at most, so that it is still sent in time.
   */
  static long sharedWaitMillis(long left) {
    return Math.max(0, Math.min(SHARED_WAIT_MILLIS, left / 2));
  }

  /** How much must be left of a forward that began with {@code left} for another attempt. */
  static long leastForAnother(long left) {
    return Math.max(0, left - PATIENCE_MILLIS);
  }

  /** The pause after attempt 0, 1, 2, …: 10 to 20 ms, then 20 to 40 ms; at random. */
  static long pauseMillis(int attempt) {
    return pauseMillis(attempt, LONGEST_PAUSE_MILLIS);
  }

  /** The time before a client gives up by which it has to know that an answer is lost. */
  static long reserveMillis(long left) {
    return Math.min(LONGEST_RESERVE_MILLIS, left / 10);
  }

  /** The pause after the loss of an answer: 10 to 20 ms, and in the end 320 to 640 ms. */
  static long pauseAfterLossMillis(int repeat) {
    return pauseMillis(repeat, LONGEST_PAUSE_AFTER_LOSS_MILLIS);
  }

  /** The pause of a long wait for a region that is away: 1 to 2 s. */
  static long pauseForRegionMillis() {
    return pauseMillis(Integer.MAX_VALUE, 2_000);
  }

  private static long pauseMillis(int attempt, long longest) {
    long base = Math.min(longest, FIRST_PAUSE_MILLIS << Math.min(attempt, 7));
    return base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
  }

  /** Whether the answer proves that nothing ran; a time-out or a lost connection proves nothing. */
  static boolean nothingRan(Throwable answer) {
    return answer instanceof NotSentException
        || isMisplaced(answer)
        || isOnlyBusy(answer)
        || RemoteFailure.isUnconnected(answer);
  }

  /** Whether the answer says that the region is elsewhere or away; then nothing ran either. */
  static boolean isMisplaced(Throwable answer) {
    return !isOnlyBusy(answer)
        && (answer instanceof NotServingRegionException
            || answer instanceof RegionOpeningException
            || answer instanceof RegionServerStoppedException
            || answer instanceof RegionServerAbortedException
            || answer instanceof ServerNotRunningYetException
            || RemoteFailure.isUnreachable(answer));
  }

  /** Whether the region could not be asked, since it is away or its place is not known. */
  static boolean isAway(Throwable answer) {
    return answer instanceof NotSentException || isMisplaced(answer);
  }

  /** Whether the region is at the server that was called, and did not take the request. */
  private static boolean isOnlyBusy(Throwable answer) {
    return answer instanceof CallQueueTooBigException
        || answer instanceof CallDroppedException
        || answer instanceof RetryImmediatelyException
        || MarkException.isIn(answer);
  }

  /** Whether the server did not answer: it may be gone, though nothing says so yet. */
  static boolean isSilent(Throwable answer) {
    return answer instanceof CallTimeoutException
        || answer instanceof ConnectionClosedException
        || answer instanceof SocketTimeoutException;
  }

  /**
   * Converts an owner's answer to the error that the gateway's client receives.
   *
   * <p>A {@link DoNotRetryIOException} stays as it is, unless it proves that nothing ran; so do a
   * {@link RegionTooBusyException} and an error that names a wait. Every other error becomes a
   * {@link RegionTooBusyException}: the client repeats the request, and keeps its cached location
   * of the gateway region, which is right.
   */
  static IOException forClient(IOException answer) {
    if (answer instanceof DoNotRetryIOException && !nothingRan(answer)) {
      return answer;
    }
    if (answer instanceof RegionTooBusyException || answer instanceof RpcThrottlingException) {
      return answer;
    }
    RegionTooBusyException busy =
        new RegionTooBusyException(
            "the owner region did not answer, and whether it applied the request is unknown:"
                + " HBase's client repeats the request; if it gives up, read the row before you"
                + " send an increment, append or check-and-mutate again ("
                + answer
                + ")");
    busy.initCause(answer);
    return busy;
  }

  /** Classifies a failed forward, by the owner's answer or by the error made from it. */
  static Failure failure(Throwable answer) {
    if (answer instanceof RegionTooBusyException && answer.getCause() != null) {
      return failure(answer.getCause());
    }
    if (answer instanceof RegionTooBusyException
        || answer instanceof RpcThrottlingException
        || nothingRan(answer)) {
      return Failure.POSTPONED;
    }
    return answer instanceof DoNotRetryIOException ? Failure.REFUSED : Failure.UNKNOWN;
  }

  /**
   * The wait that a refusal names, in milliseconds.
   *
   * @param awayMillis how long the region has been away; 0 if that is not known
   */
  public static long regionWaitMillis(long awayMillis) {
    return Math.max(SHORTEST_REGION_WAIT_MILLIS, Math.min(LONGEST_REGION_WAIT_MILLIS, awayMillis));
  }

  /** The wait for room in an account of a server's memory: scans hold it longer than forwards. */
  static long memoryWaitMillis(Use use) {
    return use == Use.FORWARDS ? 500 : 2_000;
  }

  /** Whether an outage counts as over, so long after the last request that missed the region. */
  static boolean isOutageForgotten(long sinceLastMissedMillis) {
    return sinceLastMissedMillis > OUTAGE_FORGOTTEN_MILLIS;
  }

  /**
   * The next wait for a permit of a call queue: it doubles while more than a third of the requests
   * are refused, and halves when fewer than a sixth are.
   *
   * <p>HBase's client gives up after 16 attempts: at a half instead of a third, 3 of 7,000
   * operations were refused 16 times in a row.
   */
  static long permitWaitMillis(long current, int granted, int refused) {
    int seen = granted + refused;
    if (refused * 3 > seen) {
      return Math.min(LONGEST_PERMIT_WAIT_MILLIS, current * 2);
    }
    return refused * 6 < seen ? Math.max(SHORTEST_PERMIT_WAIT_MILLIS, current / 2) : current;
  }

  /**
   * A refusal with a wait of half to one and a half {@code millis}, so that clients spread. Nothing
   * of the request has run.
   *
   * <p>HBase 2.6 clients wait as long as a throttling exception says. After any other retriable
   * exception they wait longer each time an operation fails, up to 20 s, whatever the cause. Older
   * clients treat a throttling exception like any other. For 200 ms the text ends in {@code number
   * of requests exceeded - wait 157ms}.
   */
  public static RpcThrottlingException later(long millis, String why) {
    long wait = millis / 2 + ThreadLocalRandom.current().nextLong(millis + 1);
    // Clients parse kind and time from the text; seconds would be another field in it.
    return new RpcThrottlingException(
        RpcThrottlingException.Type.NumRequestsExceeded,
        wait,
        why
            + "; repeat the request after the pause that HBase clients read here:"
            + " number of requests exceeded - wait "
            + (wait >= 1000 ? wait / 1000 + "sec, " : "")
            + wait % 1000
            + "ms");
  }
}
