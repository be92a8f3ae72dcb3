package io.halite.routing.table;

import io.halite.keys.RowKey;
import io.halite.keys.SaltingSpec;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Evidence that rows which are given as natural keys are stored keys of a table.
 *
 * <p>A natural key may happen to look like a stored key. Under {@code hash(*) % 16} sixteen
 * different keys all do with a probability of 2^-64, which counts as sure. Rows with equal hashed
 * segments have equal salts, so only rows that differ there count: under {@code key=user:3
 * rest:*,salt=hash(user) % 16} sixteen different users. It takes four at least.
 *
 * <p>Of {@code phoenix}, {@code hbasewd} and {@code mod} no number of rows is sure, since numbered
 * keys have salts in a row there; nor of salts that hash nothing.
 *
 * <p>For one use by one thread.
 */
public final class StoredKeyEvidence {
  private static final int SURE_BITS = 64;

  /**
   * An application may have a few keys that it takes from elsewhere, however long their digests.
   */
  private static final int FEWEST = 4;

  private final SaltedTable table;
  private final Rule rule;
  private final Set<List<ByteBuffer>> parts = new HashSet<>();
  private boolean possible = true;

  /**
   * What the spec of a table says of that.
   *
   * @param fewest how many different rows are sure
   * @param segments the segments that are hashed; none for the whole key
   */
  record Rule(int fewest, List<String> segments) {
    static Rule of(SaltingSpec spec) {
      int bits = spec.salt().bits();
      List<String> hashed = spec.salt().hashedSegments();
      if (hashed.isEmpty()) {
        return new Rule(Integer.MAX_VALUE, List.of());
      }
      return new Rule(
          Math.max(FEWEST, (SURE_BITS + bits - 1) / bits),
          hashed.contains("*") ? List.of() : hashed);
    }
  }

  /** Evidence about the keys of {@code table}, without a row so far. */
  public StoredKeyEvidence(SaltedTable table) {
    this.table = table;
    this.rule = table.evidence();
  }

  /** How many different rows are sure; {@code Integer.MAX_VALUE} if no number is. */
  public int fewest() {
    return rule.fewest();
  }

  /**
   * Takes a row into account.
   *
   * @return whether all rows so far can be stored keys
   */
  public boolean add(byte[] row) {
    possible = possible && table.objection(row).isEmpty();
    if (possible && parts.size() < fewest() && fewest() < Integer.MAX_VALUE) {
      parts.add(hashedPart(row));
    }
    return possible;
  }

  /** Whether the rows are surely stored keys. */
  public boolean isSure() {
    return possible && parts.size() >= fewest();
  }

  /** The bytes of a stored row that its salt is made of. */
  private List<ByteBuffer> hashedPart(byte[] stored) {
    if (rule.segments().isEmpty()) {
      return List.of(ByteBuffer.wrap(stored));
    }
    RowKey natural = table.spec().layout().read(table.salt().unsalt(stored));
    return rule.segments().stream().map(natural::bytes).map(ByteBuffer::wrap).toList();
  }
}
