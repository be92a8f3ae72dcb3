package io.halite.coprocessor.owner;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.Uninterruptibles;

/**
 * The requests of one kind on their way to one owner server.
 *
 * <p>A request that finds none under way is sent at once, alone. Those that come meanwhile wait for
 * its answer, then go together: the handler of the first of them sends for all. A request that has
 * waited for {@link ForwardRetry#SHARED_WAIT_MILLIS} is sent beside those under way, so that a row
 * that keeps its owner waiting holds up no other for long.
 *
 * <p>Example: 20 handlers put one row each, again and again, and an RPC takes 1 ms. Then each RPC
 * holds about 10 puts, and a put takes about 2 ms.
 *
 * <p>Requests of one RPC have different rows, so that each is applied as if it were alone.
 * Databases know the idea as group commit. Thread-safe.
 */
final class ForwardLane {
  private static final int MOST_REQUESTS = 100;
  private static final long MOST_BYTES = 1 << 20;

  private final Sender sender;
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private int underWay;

  ForwardLane(Sender sender) {
    this.sender = sender;
  }

  /** Sends requests in one RPC. */
  interface Sender {
    /** Returns an answer for each, in order; it never throws an exception of the RPC. */
    List<Answer> send(List<Forward> together);
  }

  /**
   * A request that may share an RPC.
   *
   * @param bytes its size
   */
  record Forward(HRegionLocation location, Row request, long bytes, Budget budget) {}

  /**
   * What became of one request.
   *
   * @param value a {@code Result}, or the {@code IOException} with which the request failed
   * @param isOwners whether the value is the owner's; otherwise the RPC failed as a whole
   * @param companions how many other requests its RPC had
   */
  record Answer(Object value, boolean isOwners, int companions) {}

  /** A request in the queue, or taken out of it. */
  private static final class Waiting {
    private final Forward forward;
    private final CountDownLatch turn = new CountDownLatch(1);
    private List<Waiting> together = List.of();
    private Optional<Answer> answer = Optional.empty();

    Waiting(Forward forward) {
      this.forward = forward;
    }

    /** Makes its handler send these requests, its own among them. */
    void lead(List<Waiting> all) {
      together = all;
      turn.countDown();
    }

    void end(Answer given) {
      answer = Optional.of(given);
      turn.countDown();
    }
  }

  /** Sends a request, alone or with others, and returns what became of it. */
  Answer send(Forward forward) {
    Waiting own = new Waiting(forward);
    if (!leadsAtOnce(own)
        && !Uninterruptibles.awaitUninterruptibly(
            own.turn, ForwardRetry.SHARED_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
      overtake(own);
    }
    // The handler that sends has a time limit. An interrupted one must still send for the others.
    Uninterruptibles.awaitUninterruptibly(own.turn);
    if (!own.together.isEmpty()) {
      sendAll(own.together);
    }
    return own.answer.orElseThrow();
  }

  private synchronized boolean leadsAtOnce(Waiting own) {
    queue.add(own);
    if (underWay == 0) {
      underWay++;
      own.lead(take());
      return true;
    }
    return false;
  }

  /** Sends what waits, beside the RPCs under way, if the request still waits. */
  private synchronized void overtake(Waiting own) {
    if (queue.remove(own)) {
      queue.addFirst(own);
      underWay++;
      own.lead(take());
    }
  }

  private synchronized void sent() {
    underWay--;
    if (underWay == 0 && !queue.isEmpty()) {
      underWay++;
      queue.getFirst().lead(take());
    }
  }

  /** Takes the first request and those that fit with it, in order. */
  private List<Waiting> take() {
    List<Waiting> together = new ArrayList<>();
    Set<ByteBuffer> rows = new HashSet<>();
    long bytes = 0;
    for (Iterator<Waiting> all = queue.iterator(); all.hasNext(); ) {
      Waiting next = all.next();
      bytes += next.forward.bytes();
      boolean fits = together.size() < MOST_REQUESTS && bytes <= MOST_BYTES;
      if (!together.isEmpty() && !fits) {
        break;
      }
      if (rows.add(ByteBuffer.wrap(next.forward.request().getRow()))) {
        all.remove();
        together.add(next);
      }
    }
    return together;
  }

  private void sendAll(List<Waiting> together) {
    List<Answer> answers = List.of();
    try {
      answers = sender.send(together.stream().map(each -> each.forward).toList());
    } finally {
      // Also after an error, lest other handlers wait without end.
      for (int i = 0; i < together.size(); i++) {
        together.get(i).end(i < answers.size() ? answers.get(i) : new Answer(unsent(), false, 0));
      }
      sent();
    }
  }

  private static IOException unsent() {
    return new IOException("the handler that sent this request with others has failed");
  }
}
