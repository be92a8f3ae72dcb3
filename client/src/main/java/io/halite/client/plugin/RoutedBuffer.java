package io.halite.client.plugin;

import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * Buffers writes in the real mutator, those of one routing at a time.
 *
 * <p>Two writes of one row keep their order in one buffer, unless the server refuses the first and
 * takes the second, which can happen if they are routed differently: the first is then sent again
 * behind the second. So the buffer is flushed, and what was refused is settled, before a write of
 * another routing is added. Writes that were refused are settled when no other thread adds or
 * flushes any more, unless it has come to settle its own. Thread-safe.
 */
final class RoutedBuffer {
  private final BufferedMutator real;
  private final Runnable refused;
  private final ReentrantLock closing = new ReentrantLock();
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private Optional<Routing> buffered = Optional.empty();

  /**
   * Buffers writes.
   *
   * @param refused sends again the refused writes of all threads that have come to {@link #settle}
   */
  RoutedBuffer(BufferedMutator real, Runnable refused) {
    this.real = real;
    this.refused = refused;
  }

  /**
   * How this thread is to route a write that it adds. One that is interrupted cannot wait for a
   * flush, and HBase's mutator takes its writes without one. So they go as those in the buffer
   * where that does no harm: natural keys are right on any table, and a table with another spec
   * refuses stored ones. A table without a spec would store stored keys as they come. While another
   * thread has the buffer alone, an add fails however the write is routed.
   *
   * @param wanted how the write is routed otherwise
   */
  Routing routing(Routing wanted) {
    if (!Thread.currentThread().isInterrupted() || !lock.readLock().tryLock()) {
      return wanted;
    }
    try {
      return buffered
          .filter(now -> now.table().isEmpty() || wanted.table().isPresent())
          .orElse(wanted);
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Adds writes.
   *
   * @throws IOException of earlier writes, as a full buffer throws it; {@code writes} are added
   * @throws InterruptedIOException also if the buffer has to be flushed first, by this thread or
   *     another, and the thread is interrupted, and stays so; {@code writes} are not added, nor is
   *     anything sent
   */
  void add(Routing routing, List<Mutation> writes) throws IOException {
    await(lock.readLock());
    try {
      IOException ofEarlierWrites = isNew(routing) ? flushFor(routing) : null;
      try {
        real.mutate(writes);
      } catch (IOException | RuntimeException e) {
        if (ofEarlierWrites != null) {
          e.addSuppressed(ofEarlierWrites);
        }
        throw e;
      }
      if (ofEarlierWrites != null) {
        throw ofEarlierWrites;
      }
    } finally {
      leave();
    }
  }

  /** Passes on a list that is empty, or that the real mutator refuses; a full buffer is flushed. */
  void offer(List<? extends Mutation> writes) throws IOException {
    await(lock.readLock());
    try {
      real.mutate(writes);
    } finally {
      leave();
    }
  }

  /** Sends what is buffered. A write of another routing waits until that has been settled. */
  void flush() throws IOException {
    await(lock.readLock());
    try {
      real.flush();
    } finally {
      leave();
    }
  }

  /**
   * Sends what is buffered, and closes the real mutator. A thread that is interrupted waits for no
   * other one, and closes it as HBase's mutator closes for an interrupted thread.
   */
  void close() throws IOException {
    try {
      // HBase's mutator closes under a lock of its own. A thread that waited for that one with the
      // read lock would keep settle() waiting.
      closing.lockInterruptibly();
      try {
        lock.readLock().lockInterruptibly();
        closeAndLeave();
      } finally {
        closing.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      real.close();
    }
  }

  private void closeAndLeave() throws IOException {
    try {
      real.close();
    } finally {
      leave();
    }
  }

  /**
   * Waits for other threads, which may be flushing. A thread that is interrupted before it comes
   * here does not wait: it passes those that do, since HBase's mutator buffers its writes, or fails
   * if another one has the lock.
   */
  private static void await(Lock part) throws InterruptedIOException {
    if (Thread.currentThread().isInterrupted()) {
      if (part.tryLock()) {
        return;
      }
      throw new InterruptedIOException(
          "this thread is interrupted and cannot wait until other threads have sent what is"
              + " buffered, so this call adds and sends nothing");
    }
    try {
      part.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Interrupted.during("waiting until other threads have sent what is buffered", e);
    }
  }

  private void leave() {
    if (lock.getReadHoldCount() > 0) {
      lock.readLock().unlock();
    }
  }

  /**
   * The adds and flushes of this thread count as ended, so that no other thread waits for them. It
   * is called at their ends, in the listener of the real mutator, except where the thread
   * {@linkplain #isAlone() is alone}.
   */
  void end() {
    while (lock.getReadHoldCount() > 0) {
      lock.readLock().unlock();
    }
  }

  /**
   * Ends the adds and flushes of this thread, and waits until those of all others have ended, too;
   * then sends again what was refused, unless another thread has done so.
   *
   * @throws InterruptedException if this thread is interrupted; it has sent nothing
   */
  void settle() throws InterruptedException {
    end();
    lock.writeLock().lockInterruptibly();
    try {
      refused.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Whether this thread has the buffer alone, as in a flush before a write of another routing; all
   * others wait.
   */
  boolean isAlone() {
    return lock.isWriteLockedByCurrentThread();
  }

  /**
   * Whether the buffer holds another routing. A listener that adds writes runs within an add or a
   * flush of this thread, and must not wait for it.
   */
  private boolean isNew(Routing routing) {
    return lock.getReadHoldCount() == 1 && !isAlone() && !buffered.equals(Optional.of(routing));
  }

  /** Gives up the read lock, and has it again at the end; returns what the flush threw. */
  private @Nullable IOException flushFor(Routing routing) throws InterruptedIOException {
    lock.readLock().unlock();
    await(lock.writeLock());
    try {
      boolean flushes = buffered.isPresent() && !buffered.get().equals(routing);
      if (flushes && Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException(
            "this thread is interrupted and cannot wait until the buffer is sent, so its writes,"
                + " which may not stand beside those in it, are not taken");
      }
      buffered = Optional.of(routing);
      return flushes ? flushed() : null;
    } finally {
      lock.readLock().lock();
      lock.writeLock().unlock();
    }
  }

  private @Nullable IOException flushed() {
    try {
      real.flush();
      return null;
    } catch (IOException e) {
      return e;
    } finally {
      // A thread to which a refusal has come before waits for this one.
      refused.run();
    }
  }
}
