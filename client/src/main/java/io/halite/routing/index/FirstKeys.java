package io.halite.routing.index;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The first of the keys that were added, in some order, up to a number and a size; each once. Of
 * {@code 43}, {@code 41} and {@code 42} at most two are {@code 41} and {@code 42}. Sizes are of
 * memory: each of these three keys takes 65 bytes. Not thread-safe.
 */
public final class FirstKeys {
  /** What a key takes beside its bytes: an array's head, and a node of the set. */
  private static final int NODE_BYTES = 64;

  private final NavigableSet<byte[]> keys;
  private final int most;
  private final long mostBytes;
  private long bytes;

  /** The first key that was dropped: the keys that are held are all that were added before it. */
  private Optional<byte[]> dropped = Optional.empty();

  /**
   * No keys.
   *
   * @param most the most keys to hold
   * @param mostBytes the most bytes to hold, unless it is one key alone
   */
  public FirstKeys(Comparator<byte[]> order, int most, long mostBytes) {
    this.keys = new TreeSet<>(order);
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /** Adds a key, and drops the last one if these are too many. */
  void add(byte[] key) {
    if (isBehindDropped(key) || !keys.add(key)) {
      return;
    }
    bytes += bytesOf(key);
    while (keys.size() > most || (bytes > mostBytes && keys.size() > 1)) {
      byte[] last = keys.pollLast();
      bytes -= bytesOf(last);
      dropped = Optional.of(last);
    }
  }

  /** A short key would find room where a long one has found none. */
  private boolean isBehindDropped(byte[] key) {
    return dropped.filter(first -> keys.comparator().compare(key, first) >= 0).isPresent();
  }

  private static long bytesOf(byte[] key) {
    return key.length + NODE_BYTES;
  }

  /** Whether no key was dropped. */
  public boolean isComplete() {
    return dropped.isEmpty();
  }

  /** Whether there is no key. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** What all keys take, in bytes. */
  public long bytes() {
    return bytes;
  }

  /** The last key, which there is. */
  public byte[] last() {
    return keys.last();
  }

  /** The first key; empty if there is none. */
  public Optional<byte[]> first() {
    return keys.isEmpty() ? Optional.empty() : Optional.of(keys.first());
  }

  /** Removes the first key, which there is. */
  public void removeFirst() {
    bytes -= bytesOf(keys.pollFirst());
  }
}
