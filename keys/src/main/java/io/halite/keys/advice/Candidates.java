package io.halite.keys.advice;

import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import io.halite.keys.SpecException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The specs worth judging for keys of a layout: plain order first, then each technique that the
 * layout allows. Immutable.
 */
record Candidates(KeyLayout layout, int buckets) {
  static final String PLAIN = "none";

  /** A hot value of the first segment gets so many buckets. */
  private static final int STEPS = 4;

  /** Segments behind these seldom begin a scan. */
  private static final int MOST_SEGMENTS = 4;

  private static final int BUCKETS_OF_ONE_DIGIT = 16;
  private static final int LETTERS = 26;

  List<SaltingSpec> specs() {
    Set<String> salts = new LinkedHashSet<>();
    salts.add(PLAIN);
    salts.add(ofWholeKey());
    List<Segment> segments = layout.segments();
    if (segments.size() > 1) {
      segments.stream()
          .limit(MOST_SEGMENTS)
          .forEach(segment -> salts.add("hash(%s) %% %s".formatted(segment.name(), buckets)));
      salts.add(spread());
    }
    for (Segment segment : segments) {
      salts.add("mod(%s) %% %s".formatted(segment.name(), buckets));
    }
    salts.add("md5(*)[0:%s]".formatted(buckets > BUCKETS_OF_ONE_DIGIT ? 2 : 1));
    salts.add("md5(%s)[0:4]".formatted(first()));
    salts.add("reverse(%s)".formatted(first()));
    salts.add("random % " + buckets);
    salts.add("random-suffix % " + buckets);
    salts.add("phoenix % " + buckets);
    salts.add("hbasewd % " + buckets);
    return salts.stream().map(this::spec).flatMap(Optional::stream).toList();
  }

  String ofWholeKey() {
    return "hash(*) % " + buckets;
  }

  String ofFirst() {
    return "hash(%s) %% %s".formatted(first(), buckets);
  }

  /** The first segment, moved on by the second; only of two segments or more. */
  String spread() {
    return "hash(%s) spread(%s %% %s) %% %s"
        .formatted(first(), layout.segments().get(1).name(), Math.min(STEPS, buckets), buckets);
  }

  /**
   * The same spec with its bucket in letters, or in digits where the letters are too few; empty if
   * its salt can have neither.
   */
  Optional<SaltingSpec> readable(SaltingSpec spec) {
    boolean isOfLetters = spec.salt().prefixes().size() <= LETTERS;
    return spec(spec.salt() + (isOfLetters ? " letters-" : " digits-"));
  }

  private String first() {
    return layout.segments().get(0).name();
  }

  /** The grammar decides what fits a layout. */
  private Optional<SaltingSpec> spec(String salt) {
    try {
      return Optional.of(SaltingSpec.parse("key=" + layout + ",salt=" + salt));
    } catch (SpecException unfit) {
      return Optional.empty();
    }
  }
}
