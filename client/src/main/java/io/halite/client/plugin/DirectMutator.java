package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/**
 * Salts each write when it is added; the real mutator buffers and sends the writes.
 *
 * <p>A write never asks for the spec; a get of the same columns asks instead: HBase fails all
 * writes of a region in one call when it refuses one of them, and a write beside the buffer could
 * overtake an earlier one of its row. Threads that add writes meanwhile wait for the answer. Writes
 * whose mark is refused have not run, nor has anything that was sent to the region with them. They
 * are sent again under the spec that the refusal shows, as {@link RefusedWrites}. The listener of
 * the application sees natural keys. Thread-safe.
 */
final class DirectMutator extends MutatorDecorator {
  private final BufferedMutator real;
  private final RoutedBuffer buffer;
  private final UnbufferedWrites unbuffered;
  private final Configuration conf;
  private final TableSpec spec;
  private final PutLimits limits;
  private final @Nullable ExceptionListener listener;
  private final SentWrites sentWrites = new SentWrites();
  private final NumberedWrites numbers = new NumberedWrites();
  private final RefusedWrites refusedWrites;

  /** Failures to pass to the listener once no lock is held; compared by identity. */
  private final Set<Throwable> unreported = ConcurrentHashMap.newKeySet();

  private final SpecAsker.Pauses pauses;

  /** Of the threads that need the spec one asks; the others wait for its answer. */
  private final ReentrantLock asksAlone = new ReentrantLock();

  /** How many questions have an answer, or have failed. */
  private volatile long answered;

  /** What the last of them has shown; for the holder of the lock. */
  private Routing shown = Routing.natural();

  private DirectMutator(
      BufferedMutatorParams params, Configuration conf, Connection connection, TableSpec spec)
      throws IOException {
    this.conf = conf;
    this.unbuffered = new UnbufferedWrites(params, connection, spec);
    this.spec = spec;
    this.pauses = spec.pauses();
    this.listener = params.getListener();
    this.real =
        connection.getBufferedMutator(
            MutatorParams.unlimited(params).listener((exception, any) -> settle(exception)));
    this.refusedWrites = new RefusedWrites(unbuffered::send);
    this.buffer = new RoutedBuffer(real, refusedWrites::send);
    this.limits = PutLimits.of(params, conf);
  }

  /**
   * A mutator over the real {@code connection}, of an application's configuration. One of another
   * class than HBase's may do more than send its writes, so it is given them as they are, under
   * natural keys, which are right on any table.
   */
  static BufferedMutator open(
      BufferedMutatorParams params, Configuration conf, Connection connection, TableSpec spec)
      throws IOException {
    if (MutatorParams.nameAnotherClass(params, connection)) {
      return connection.getBufferedMutator(PutLimits.of(params, conf).limited(params));
    }
    return new DirectMutator(params, conf, connection, spec);
  }

  /** The application's: the one of the real mutator does not name the plug-in. */
  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  BufferedMutator real() {
    return real;
  }

  @Override
  public void flush() throws IOException {
    buffer.flush();
  }

  @Override
  public void close() throws IOException {
    buffer.close();
  }

  @Override
  @Deprecated
  public void setRpcTimeout(int millis) {
    real.setRpcTimeout(millis);
    unbuffered.setRpcTimeout(millis);
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int millis) {
    real.setOperationTimeout(millis);
    unbuffered.setOperationTimeout(millis);
  }

  @Override
  public void mutate(List<? extends Mutation> mutations) throws IOException {
    if (mutations.isEmpty() || !limits.admit(mutations)) {
      // The real mutator refuses a put without cells, and takes nothing of the list.
      buffer.offer(mutations);
      return;
    }
    Routing routing = routing(mutations);
    List<Mutation> stored = new ArrayList<>(mutations.size());
    List<Row> refused = new ArrayList<>();
    for (Mutation mutation : mutations) {
      Sent<Mutation> sent = Sent.of(routing, mutation);
      if (sent.isRouted() || !routing.routesWrites()) {
        stored.add(sent.isRouted() ? numbers.next(sent.stored()) : sent.stored());
      } else {
        // Beside stored writes of the same region it would have these refused, too.
        refused.add(mutation);
      }
    }
    try {
      buffer.add(routing, stored);
    } catch (IOException e) {
      reportAll(e, unbuffered(refused));
      return;
    } catch (RuntimeException e) {
      reportEarlier(e);
      throw e;
    }
    report(unbuffered(refused));
  }

  /**
   * Reports what adding some writes has thrown, and what has become of the others of the call. A
   * listener that throws what it hears, as HBase's default one does, keeps no failure from the
   * caller.
   */
  private void reportAll(IOException e, Failures ofOthers) throws IOException {
    reportEarlier(e);
    boolean heard;
    try {
      heard = pass(e);
    } catch (RetriesExhaustedWithDetailsException | RuntimeException thrown) {
      hold(thrown, ofOthers);
      throw thrown;
    }
    if (!heard) {
      hold(e, ofOthers);
      throw e;
    }
    report(ofOthers);
  }

  /** Reports the failures of earlier writes that an exception holds. */
  private void reportEarlier(Exception e) {
    try {
      for (Throwable ofEarlierWrites : e.getSuppressed()) {
        pass(ofEarlierWrites);
      }
    } catch (RetriesExhaustedWithDetailsException | RuntimeException thrown) {
      if (thrown != e && !List.of(e.getSuppressed()).contains(thrown)) {
        e.addSuppressed(thrown);
      }
    }
  }

  private static void hold(Exception thrown, Failures others) {
    if (!others.isEmpty()) {
      thrown.addSuppressed(others.exception());
    }
  }

  /** Passes a failure to the listener unless it already has it; returns whether it did. */
  private boolean pass(Throwable failure) throws RetriesExhaustedWithDetailsException {
    if (listener == null || !unreported.remove(failure)) {
      return false;
    }
    listener.onException((RetriesExhaustedWithDetailsException) failure, this);
    return true;
  }

  private Failures unbuffered(List<Row> writes) throws InterruptedIOException {
    Failures failures = new Failures();
    if (!writes.isEmpty()) {
      unbuffered.send(writes, failures);
    }
    return failures;
  }

  /** How writes are routed, which never ask themselves. */
  private Routing routing(List<? extends Mutation> mutations) throws IOException {
    SpecAsker asker = SpecAsker.ofBuffer(mutations, pauses);
    Turn turn = spec.turn(asker);
    boolean asks = turn.question().isPresent() && !turn.waits();
    Routing routing = asks ? unbuffered.answer(turn) : turn.routing();
    if (routing.asks()) {
      boolean mayAsk = turn.waits() || asker.underNaturalKey(routing).isPresent();
      routing = mayAsk ? ask(asker) : Routing.natural();
    }
    routing = buffer.routing(routing);
    sentWrites.remember(routing);
    return routing;
  }

  /**
   * Asks for the spec, unless another thread has just got an answer; returns how writes are sent. A
   * question without an answer is not repeated at once: the gateways take every write, and the
   * buffer is flushed before one for them is added.
   */
  private Routing ask(SpecAsker asker) {
    long before = answered;
    try {
      asksAlone.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Routing.natural();
    }
    try {
      if (before == answered) {
        shown = unbuffered.ask(asker);
        answered = before + 1;
      }
      // The answer itself: the spec may be too old again before this thread comes to use it.
      return shown;
    } finally {
      asksAlone.unlock();
    }
  }

  private void settle(RetriesExhaustedWithDetailsException stored)
      throws RetriesExhaustedWithDetailsException {
    Failures failures = new Failures();
    List<Sent<Row>> again = new ArrayList<>();
    for (int i = 0; i < stored.getNumExceptions(); i++) {
      Sent<Row> sent = sentWrites.of(stored.getRow(i));
      Throwable cause = stored.getCause(i);
      boolean next = spec.afterFailure(sent.routing(), cause).isPresent();
      // Its own mark may be right, and the refusal that of another write to the same region.
      if (next || Refusals.isOfBatch(cause)) {
        again.add(sent);
      } else {
        failures.add(stored, i, sent.natural());
      }
    }
    if (!again.isEmpty()) {
      failures.addAll(sendAgain(again), any -> true);
    }
    if (buffer.isAlone() && listener != null && !failures.isEmpty()) {
      // The listener may close the mutator, or wait for a thread that waits for this one.
      RetriesExhaustedWithDetailsException later = failures.exception();
      unreported.add(later);
      throw later;
    }
    // The listener may wait for threads that add or flush.
    buffer.end();
    report(failures);
  }

  /** Returns the writes that have failed. */
  private Failures sendAgain(List<Sent<Row>> refused) {
    RefusedWrites.Share share = refusedWrites.add(refused);
    try {
      buffer.settle();
      return share.failures();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return refusedWrites.giveUp(share, e);
    }
  }

  private void report(Failures failures) throws RetriesExhaustedWithDetailsException {
    if (!failures.isEmpty() && listener != null) {
      listener.onException(failures.exception(), this);
    } else if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }
}
