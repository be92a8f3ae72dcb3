package io.halite.routing.table;

import io.halite.keys.RowKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Evidence that rows which are given as natural keys are stored keys of a table.
 *
 * <p>A natural key may happen to look like a stored key. Under {@code hash(*) % 16} sixteen
 * different keys all do with a probability of 2^-64, which counts as sure. Rows with equal hashed
 * segments have equal salts, so only rows that differ there count: under {@code key=user:3
 * rest:*,salt=hash(user) % 16} sixteen different users.
 *
 * <p>Of {@code phoenix} and {@code hbasewd} no number of rows is sure, since these add the bytes of
 * a key up, so that numbered keys have salts in a row; nor of salts that hash nothing.
 *
 * <p>For one use by one thread.
 */
public final class StoredKeyEvidence {
  private static final int SURE_BITS = 64;
  private static final Pattern HASHED = Pattern.compile(",salt=(?:hash|md5)\\(([^)]*)\\)");

  private final SaltedTable table;
  private final int fewest;
  private final List<String> segments = new ArrayList<>();
  private final Set<List<ByteBuffer>> parts = new HashSet<>();
  private boolean possible = true;

  /** Evidence about the keys of {@code table}, without a row so far. */
  public StoredKeyEvidence(SaltedTable table) {
    this.table = table;
    int bits = table.salt().bits();
    Matcher hashed = HASHED.matcher(table.spec().toString());
    boolean canBeSure = bits > 0 && hashed.find();
    this.fewest = canBeSure ? (SURE_BITS + bits - 1) / bits : Integer.MAX_VALUE;
    if (canBeSure && !hashed.group(1).equals("*")) {
      segments.addAll(List.of(hashed.group(1).split(" ")));
    }
  }

  /** How many different rows are sure; {@code Integer.MAX_VALUE} if no number is. */
  public int fewest() {
    return fewest;
  }

  /**
   * Takes a row into account.
   *
   * @return whether all rows so far can be stored keys
   */
  public boolean add(byte[] row) {
    possible = possible && table.objection(row).isEmpty();
    if (possible && parts.size() < fewest && fewest < Integer.MAX_VALUE) {
      parts.add(hashedPart(row));
    }
    return possible;
  }

  /** Whether the rows are surely stored keys. */
  public boolean isSure() {
    return possible && parts.size() >= fewest;
  }

  /** The bytes of a stored row that its salt is made of. */
  private List<ByteBuffer> hashedPart(byte[] stored) {
    if (segments.isEmpty()) {
      return List.of(ByteBuffer.wrap(stored));
    }
    RowKey natural = table.spec().layout().read(table.salt().unsalt(stored));
    return segments.stream().map(natural::bytes).map(ByteBuffer::wrap).toList();
  }
}
