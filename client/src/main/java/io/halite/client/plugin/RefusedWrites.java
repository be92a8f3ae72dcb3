package io.halite.client.plugin;

import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Row;

/**
 * The writes of a buffer that were refused and are to be sent again, whichever threads have flushed
 * them: all of them together, in the order in which they were added. Else the older of two writes
 * of a row, which two threads have flushed, might be applied last. Thread-safe.
 */
final class RefusedWrites {
  private final Sending sending;
  private final List<Share> waiting = new ArrayList<>();

  /** Sends natural writes and waits for the answers; adds each write that failed. */
  interface Sending {
    void send(List<Row> naturals, Failures failures);
  }

  RefusedWrites(Sending sending) {
    this.sending = sending;
  }

  /** A write and its place in the order. */
  private record Refused(long number, Row natural) {}

  /** What the real mutator has given back to one thread. */
  static final class Share {
    private final List<Refused> refused = new ArrayList<>();
    private final Failures failures = new Failures();
    private boolean ended;

    private Set<Row> naturals() {
      Set<Row> naturals = Collections.newSetFromMap(new IdentityHashMap<>());
      refused.forEach(write -> naturals.add(write.natural()));
      return naturals;
    }

    /**
     * The writes that have failed, and all of them if their sender ended without an answer. To be
     * asked once, when it has ended.
     */
    Failures failures() {
      if (!ended) {
        IOException unknown =
            new IOException(
                "another thread of this mutator failed while it sent again a write that a server"
                    + " had refused: whether it was applied is unknown");
        refused.forEach(write -> failures.add(unknown, write.natural()));
      }
      return failures;
    }
  }

  /** Has writes sent by the next {@link #send}. Those without a number stay behind the last one. */
  Share add(List<Sent<Row>> refused) {
    Share share = new Share();
    long last = 0;
    for (Sent<Row> sent : refused) {
      last = NumberedWrites.of(sent.stored(), last);
      share.refused.add(new Refused(last, sent.natural()));
    }
    synchronized (waiting) {
      waiting.add(share);
    }
    return share;
  }

  /** Sends what waits, and waits for the answers. One thread at a time. */
  void send() {
    List<Share> shares = take();
    List<Row> naturals =
        shares.stream()
            .flatMap(share -> share.refused.stream())
            .sorted(Comparator.comparingLong(Refused::number))
            .map(Refused::natural)
            .toList();
    if (naturals.isEmpty()) {
      return;
    }
    Failures failures = new Failures();
    try {
      sending.send(naturals, failures);
    } catch (RuntimeException e) {
      naturals.forEach(natural -> failures.add(e, natural));
    }
    for (Share share : shares) {
      share.failures.addAll(failures, share.naturals()::contains);
      // Last of all: a share whose sender ends by an Error must not count as sent.
      share.ended = true;
    }
  }

  private List<Share> take() {
    synchronized (waiting) {
      List<Share> shares = List.copyOf(waiting);
      waiting.clear();
      return shares;
    }
  }

  /** The thread of a share does not wait: what no thread is sending already is not sent. */
  Failures giveUp(Share share, InterruptedException cause) {
    synchronized (waiting) {
      waiting.remove(share);
    }
    InterruptedIOException interrupted =
        Interrupted.during("a write that a server had refused was to be sent again", cause);
    Failures failures = new Failures();
    share.refused.forEach(write -> failures.add(interrupted, write.natural()));
    return failures;
  }
}
