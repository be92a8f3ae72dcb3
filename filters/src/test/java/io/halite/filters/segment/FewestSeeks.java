package io.halite.filters.segment;

import java.util.Arrays;

/**
 * How many seeks a scan needs that takes one at each row that does not match, to the next key that
 * could: found by walking the keys themselves, without any filter.
 *
 * <p>{@code prefixes} are the distinct values of the free segment in front of the constrained one,
 * {@code gaps} the gaps between the asked-for values, once for each prefix.
 */
record FewestSeeks(long seeks, long matches, long prefixes, long gaps) {
  static FewestSeeks of(AscendingKeys keys, Question question) {
    long prefixes = 0;
    byte[] last = null;
    for (int i = 0; i < keys.count(); i++) {
      byte[] key = keys.at(i);
      boolean same =
          last != null && Arrays.equals(key, 0, question.offset(), last, 0, question.offset());
      prefixes += same ? 0 : 1;
      last = key;
    }
    long seeks = 0;
    long matches = 0;
    int row = 0;
    while (row < keys.count()) {
      byte[] key = keys.at(row);
      int range = question.rangeFrom(key);
      boolean within = range < question.lows().size();
      byte[] target = Arrays.copyOf(key, question.offset() + question.width());
      if (!within) {
        // All FF is the last prefix there is; no data here gets so far.
        BigEndian.increment(target, 0, question.offset());
      }
      byte[] low = question.lows().get(within ? range : 0);
      if (within
          && Arrays.compareUnsigned(key, question.offset(), target.length, low, 0, low.length)
              >= 0) {
        matches++;
        row++;
        continue;
      }
      System.arraycopy(low, 0, target, question.offset(), low.length);
      seeks++;
      row = keys.ceiling(target, row);
    }
    return new FewestSeeks(seeks, matches, prefixes, prefixes * (question.lows().size() - 1));
  }

  /** Two for each distinct prefix and one for each gap. */
  long bound() {
    return 2 * prefixes + gaps;
  }
}
