package io.halite.client.plugin;

import java.io.IOException;
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
   * Adds writes.
   *
   * @throws IOException of earlier writes, as a full buffer throws it; {@code writes} are added
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
  private @Nullable IOException flushFor(Routing routing) {
    lock.readLock().unlock();
    lock.writeLock().lock();
    try {
      if (buffered.isPresent() && !buffered.get().equals(routing)) {
        real.flush();
      }
      return null;
    } catch (IOException e) {
      return e;
    } finally {
      buffered = Optional.of(routing);
      lock.readLock().lock();
      lock.writeLock().unlock();
    }
  }
}
