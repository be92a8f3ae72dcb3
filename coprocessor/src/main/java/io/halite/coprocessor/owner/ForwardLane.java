package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.NoAnswerException;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.Uninterruptibles;

/**
 * The requests of one kind on their way to one owner server.
 *
 * <p>A request that finds none under way is sent at once, alone. Those that come meanwhile wait for
 * its answer, then go together: the handler of the first of them sends for all. A request that has
 * waited for {@link ForwardRetry#sharedWaitMillis} is sent beside those under way, so that a row
 * that keeps its owner waiting holds up no other for long. When its budget ends, it waits no longer
 * for the handler that sends it: either it stays behind, or its answer is lost.
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
    /**
     * Returns an answer for each, in order; it never throws an exception of the RPC. There is one
     * request at least, and each had time left.
     */
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
   * @param companions how many other requests its RPC had; 1 or more if that is not known
   */
  record Answer(Object value, boolean isOwners, int companions) {}

  /** A request in the queue, or taken out of it. */
  private static final class Waiting {
    private final Forward forward;
    private final CountDownLatch turn = new CountDownLatch(1);

    /** Who sets it decides whether the request is sent. */
    private final AtomicBoolean decided = new AtomicBoolean();

    /** What its handler is to send, this request first; nothing if another handler sends it. */
    private final List<Waiting> together = new ArrayList<>();

    private Optional<Answer> answer = Optional.empty();

    Waiting(Forward forward) {
      this.forward = forward;
    }

    /** Whether the RPC that begins has this request: its time is not over, and it is awaited. */
    boolean isTaken() {
      if (forward.budget().left() > 0) {
        return decided.compareAndSet(false, true);
      }
      answer = Optional.of(late());
      return false;
    }

    /** What its handler answers when its time is over. */
    Answer unawaited() {
      return decided.compareAndSet(false, true) ? late() : new Answer(lost(), false, 1);
    }

    /** Lets its handler go on. It allocates no memory, since none may be left. */
    void goOn() {
      turn.countDown();
    }
  }

  /** Sends a request, alone or with others, and returns what became of it. */
  Answer send(Forward forward) {
    Waiting own = new Waiting(forward);
    join(own);
    if (!Uninterruptibles.awaitUninterruptibly(
        own.turn, ForwardRetry.sharedWaitMillis(forward.budget().left()), TimeUnit.MILLISECONDS)) {
      overtake(own);
    }
    // It is out of the queue. An interrupted handler must still send for the others.
    if (!Uninterruptibles.awaitUninterruptibly(
        own.turn, forward.budget().left(), TimeUnit.MILLISECONDS)) {
      return own.unawaited();
    }
    if (!own.together.isEmpty()) {
      sendAll(own.together);
    }
    return own.answer.orElseGet(() -> new Answer(unsent(), false, 0));
  }

  private synchronized void join(Waiting own) {
    if (underWay == 0) {
      queue.addFirst(own);
      leadFirst();
    } else {
      queue.add(own);
    }
  }

  /** Sends what waits, beside the RPCs under way, if the request still waits. */
  private synchronized void overtake(Waiting own) {
    if (queue.remove(own)) {
      queue.addFirst(own);
      leadFirst();
    }
  }

  private synchronized void sent() {
    underWay--;
    if (underWay == 0 && !queue.isEmpty()) {
      leadFirst();
    }
  }

  /**
   * Makes the handler of the first request send those that fit with it. If they cannot be taken out
   * of the queue, they end without an answer; the others send themselves when they have waited.
   */
  private void leadFirst() {
    Waiting first = queue.getFirst();
    underWay++;
    try {
      take(first.together);
      first.goOn();
    } catch (RuntimeException | Error e) {
      underWay--;
      queue.remove(first);
      // Behind the first request, which must not see its list before that is empty.
      for (int i = 1; i < first.together.size(); i++) {
        queue.remove(first.together.get(i));
        first.together.get(i).goOn();
      }
      first.together.clear();
      first.goOn();
      throw e;
    }
  }

  /** Takes the first request and those that fit with it, in order. */
  private void take(List<Waiting> together) {
    Set<ByteBuffer> rows = new HashSet<>();
    long bytes = 0;
    for (Iterator<Waiting> all = queue.iterator(); all.hasNext(); ) {
      Waiting next = all.next();
      bytes += next.forward.bytes();
      boolean fits = together.size() < MOST_REQUESTS && bytes <= MOST_BYTES;
      if (!together.isEmpty() && !fits) {
        break;
      }
      // At first, so that it ends, too, if its row cannot be read.
      together.add(next);
      if (rows.add(ByteBuffer.wrap(next.forward.request().getRow()))) {
        all.remove();
      } else {
        together.remove(together.size() - 1);
      }
    }
  }

  private void sendAll(List<Waiting> together) {
    try {
      List<Waiting> taken = together.stream().filter(Waiting::isTaken).toList();
      if (!taken.isEmpty()) {
        List<Answer> answers = sender.send(taken.stream().map(each -> each.forward).toList());
        for (int i = 0; i < answers.size(); i++) {
          taken.get(i).answer = Optional.of(answers.get(i));
        }
      }
    } finally {
      // Also after an error, lest other handlers wait without end.
      together.forEach(Waiting::goOn);
      sent();
    }
  }

  /** What becomes of a request whose time is over before its RPC begins. */
  static Answer late() {
    return new Answer(NotSentException.late(), false, 0);
  }

  /**
   * Whether the owner applies the request is not known. It is no time-out of the owner's: whether
   * the owner or the handler that sends is slow, only that handler knows.
   */
  private static IOException lost() {
    return new NoAnswerException(
        new IOException("the handler that sends this request with others has no answer"));
  }

  private static IOException unsent() {
    return new IOException("the handler that sent this request with others has failed");
  }
}
