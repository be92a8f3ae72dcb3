package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.routing.latest.KeyPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The next key of each bucket, and so the next key of all of them.
 *
 * <p>A key costs one look-up for each bucket that has it, however many others there are. Not
 * thread-safe.
 */
final class StreamHeads {
  private final TreeMap<byte[], List<BucketStream>> heads = new TreeMap<>(KeyBytes::compare);
  // Whose next key is not known. Until it is, it may be the first of all.
  private final Set<BucketStream> unknown = new HashSet<>();

  /** One key, and the part that each bucket has of it. */
  record Parts(byte[] key, Map<BucketStream, KeyPart> byBucket) {
    Collection<KeyPart> all() {
      return byBucket.values();
    }
  }

  StreamHeads(Collection<BucketStream> streams) {
    unknown.addAll(streams);
    streams.forEach(this::look);
  }

  /** Looks whether the next key of a bucket is known now, after a page of it has arrived. */
  void look(BucketStream stream) {
    if (!unknown.contains(stream)) {
      return;
    }
    KeyPart head = stream.peek();
    if (head != null) {
      heads.computeIfAbsent(head.key(), none -> new ArrayList<>()).add(stream);
    }
    if (head != null || stream.isExhausted()) {
      unknown.remove(stream);
    }
  }

  /** Whether {@link #take} may be called: the first key of all is known. */
  boolean isReady() {
    return unknown.isEmpty() && !heads.isEmpty();
  }

  /** Whether no key will come any more. */
  boolean isDone() {
    return unknown.isEmpty() && heads.isEmpty();
  }

  /** Removes the first key, with what each bucket has of it. */
  Parts take() {
    Map.Entry<byte[], List<BucketStream>> first = heads.pollFirstEntry();
    Map<BucketStream, KeyPart> parts = new LinkedHashMap<>();
    for (BucketStream stream : first.getValue()) {
      KeyPart part = Objects.requireNonNull(stream.peek());
      stream.remove(part);
      parts.put(stream, part);
    }
    for (BucketStream stream : first.getValue()) {
      unknown.add(stream);
      look(stream);
    }
    return new Parts(first.getKey(), parts);
  }
}
