package io.halite.keys.advice;

import io.halite.keys.Segment;
import java.util.List;
import java.util.Optional;

/** The choice among judged techniques, by how clients read. Immutable. */
record Choice(
    List<Judgement> judged,
    Candidates candidates,
    KeySample sample,
    ReadPattern reads,
    boolean isOrdered) {

  Judgement judgement() {
    Judgement plain = of(Candidates.PLAIN).orElseThrow();
    if (!grows(plain)) {
      return plain;
    }
    Judgement whole = of(candidates.ofWholeKey()).orElseThrow();
    List<Segment> segments = candidates.layout().segments();
    if (reads != ReadPattern.PREFIX || segments.size() < 2) {
      return whole;
    }
    return of(candidates.ofFirst())
        .filter(this::isEven)
        .or(() -> of(candidates.spread()).filter(this::isEven))
        .orElse(whole);
  }

  private Optional<Judgement> of(String salt) {
    return judged.stream().filter(one -> one.spec().salt().toString().equals(salt)).findFirst();
  }

  private boolean isEven(Judgement one) {
    return one.isEven(one.all(), sample.kept().size())
        && one.isEven(one.newest(), sample.newest().size());
  }

  /** Whether the newest rows of a plain table go to few of its regions. */
  private boolean grows(Judgement plain) {
    return isOrdered
        ? !plain.isEven(plain.newest(), sample.newest().size())
        : !candidates.layout().segments().get(0).type().isFreeText();
  }

  String reason(Judgement chosen) {
    Judgement plain = of(Candidates.PLAIN).orElseThrow();
    String first = candidates.layout().segments().get(0).name();
    if (chosen.equals(plain)) {
      return isOrdered
          ? "the newest rows of a plain table spread by themselves: split it at its keys"
          : "the keys do not begin with a number, so they may spread by themselves; only a sample"
              + " in the order of writing shows it";
    }
    String hot =
        isOrdered
            ? "plain order sends %.0f %% of the newest rows to one region of %d"
                .formatted(100 * plain.newest(), plain.regions())
            : "the keys begin with a number and so may grow";
    String salt = chosen.spec().salt().toString();
    if (salt.equals(candidates.ofWholeKey())) {
      String uneven = "; no salt by '" + first + "', which pins scans, is even";
      boolean isForced = reads == ReadPattern.PREFIX && candidates.layout().segments().size() > 1;
      return hot + "; hashed keys spread them" + (isForced ? uneven : "");
    }
    return "%s, and scans of one '%s' read %d of %d buckets"
        .formatted(hot, first, chosen.prefix().places(), chosen.regions());
  }
}
