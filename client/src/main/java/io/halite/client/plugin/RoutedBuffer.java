package io.halite.client.plugin;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
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
 * another routing is added. Thread-safe.
 */
final class RoutedBuffer {
  private final BufferedMutator real;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private Optional<Routing> buffered = Optional.empty();

  RoutedBuffer(BufferedMutator real) {
    this.real = real;
  }

  /**
   * How this thread is to route a write that it adds. One that is interrupted cannot wait for a
   * flush, and HBase's mutator takes its writes without one. So they go as those in the buffer
   * where that does no harm: natural keys are right on any table, and a table with another spec
   * refuses stored ones. A table without a spec would store stored keys as they come.
   *
   * @param wanted how the write is routed otherwise
   */
  Routing routing(Routing wanted) {
    if (!Thread.currentThread().isInterrupted()) {
      return wanted;
    }
    lock.readLock().lock();
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
   * @throws InterruptedIOException also if the buffer has to be flushed first and the thread is
   *     interrupted, and stays so; {@code writes} are not added, nor is anything sent
   */
  void add(Routing routing, List<Mutation> writes) throws IOException {
    lock.readLock().lock();
    try {
      IOException ofEarlierWrites = isNew(routing) ? flushFor(routing) : null;
      try {
        real.mutate(writes);
      } catch (IOException e) {
        if (ofEarlierWrites != null) {
          e.addSuppressed(ofEarlierWrites);
        }
        throw e;
      }
      if (ofEarlierWrites != null) {
        throw ofEarlierWrites;
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Sends what is buffered. A write of another routing waits until that has been settled. */
  void flush() throws IOException {
    lock.readLock().lock();
    try {
      real.flush();
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Whether the buffer holds another routing. A listener that adds writes runs within an add or a
   * flush of this thread, and must not wait for it.
   */
  private boolean isNew(Routing routing) {
    return lock.getReadHoldCount() == 1
        && !lock.isWriteLockedByCurrentThread()
        && !buffered.equals(Optional.of(routing));
  }

  /** Gives up the read lock, and has it again at the end; returns what the flush threw. */
  private @Nullable IOException flushFor(Routing routing) throws InterruptedIOException {
    lock.readLock().unlock();
    lock.writeLock().lock();
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
    }
  }
}
