package io.halite.keys.advice;

import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The spread of a sample under each technique that fits it, and the choice among them.
 *
 * <p>Of 10,000 keys {@code 0000000000} to {@code 0000009999} (30 … 30 to 30 … 39 39 39 39) in 16
 * buckets, plain order sends all of the newest rows to one region, and {@code hash(*) % 16} is
 * chosen. Immutable and pure: the same sample gives the same advice.
 *
 * @param judgements each technique, plain order first
 * @param choice the one to take
 * @param reason why, in a sentence
 * @param changes what would change the choice, in sentences
 */
public record Advice(
    List<Judgement> judgements, Judgement choice, String reason, List<String> changes) {
  /** Fewer rows than these for each bucket show chance, not the keys. */
  private static final int FEWEST_PER_BUCKET = 30;

  /**
   * Judges each technique.
   *
   * @param buckets 2 to 256
   * @param isOrdered whether the sample is in the order of writing; if not, its newest rows are not
   *     judged, and keys that begin with a number count as growing
   * @throws IllegalArgumentException if the sample is empty, or a key does not fit the layout
   */
  public static Advice of(
      KeySample given, KeyLayout layout, int buckets, ReadPattern reads, boolean isOrdered) {
    if (given.total() == 0) {
      throw new IllegalArgumentException(
          "the sample is empty: 0 keys given, at least 1 expected; give natural keys, one in a"
              + " line");
    }
    given.keys().forEach(layout::check);
    KeySample sample =
        isOrdered
            ? given
            : new KeySample(given.total(), given.ascending(), given.kept(), List.of());
    Candidates candidates = new Candidates(layout, buckets);
    List<Judgement> judged =
        candidates.specs().stream()
            .map(spec -> Judgement.of(spec, sample, buckets))
            .flatMap(Optional::stream)
            .toList();
    Choice choice = new Choice(judged, candidates, sample, reads, isOrdered);
    Judgement chosen = choice.judgement();
    return new Advice(
        judged, chosen, choice.reason(chosen), changes(chosen.spec(), candidates, reads));
  }

  /** How many keys a sample must have for so many buckets. */
  public static long fewest(int buckets) {
    return (long) FEWEST_PER_BUCKET * buckets;
  }

  private static List<String> changes(SaltingSpec spec, Candidates candidates, ReadPattern reads) {
    List<Segment> segments = spec.layout().segments();
    List<String> changes = new ArrayList<>();
    for (ReadPattern other : ReadPattern.values()) {
      if (other != reads) {
        changes.add("most reads are otherwise: --reads " + other);
      }
    }
    changes.add("single keys are written too often for one region: random % N");
    candidates
        .readable(spec)
        .ifPresent(same -> changes.add("people are to read the stored keys: " + same.salt()));
    if (segments.size() > 1) {
      changes.add(
          "rows are also found by '%s' alone: an index, index=by(%1$s)"
              .formatted(segments.get(1).name()));
    }
    return changes;
  }
}
