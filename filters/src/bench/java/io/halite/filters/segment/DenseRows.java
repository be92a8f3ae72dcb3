package io.halite.filters.segment;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Rows {@code [8 free][8 asked for][8 free]} and a question that seeks every few of them. */
record DenseRows(String name, AscendingKeys keys, Question question) {
  static final int COUNT = Integer.getInteger("halite.bench.dense", 200_000);

  /** The first {@code run} of every {@code every} rows match. */
  static DenseRows regular(int run, int every) {
    AscendingKeys keys = new AscendingKeys(COUNT, i -> Digits.key(i / every, i % every, i));
    Question question =
        run == 1 ? value(0) : Question.range("", 8, Digits.of(0, 8), Digits.of(run - 1, 8));
    return new DenseRows(run + " in " + every, keys, question);
  }

  /** Each row matches with the same probability, whatever the others do. */
  static DenseRows random(int mean) {
    Random random = new Random(mean);
    int[] leads = new int[COUNT];
    int[] places = new int[COUNT];
    for (int i = 1; i < COUNT; i++) {
      boolean matches = random.nextInt(mean) == 0;
      leads[i] = leads[i - 1] + (matches ? 1 : 0);
      places[i] = matches ? 0 : places[i - 1] + 1;
    }
    AscendingKeys keys = new AscendingKeys(COUNT, i -> Digits.key(leads[i], places[i], i));
    return new DenseRows("1 in " + mean + " at random", keys, value(0));
  }

  /** No row matches, and the value asked for lies in the middle of those under each prefix. */
  static DenseRows prefixes(int rows) {
    AscendingKeys keys = new AscendingKeys(COUNT, i -> Digits.key(i / rows, i % rows * 2L, i));
    return new DenseRows("none; prefixes of " + rows, keys, value(rows / 2 * 2L + 1));
  }

  private static Question value(long value) {
    return Question.values("", 8, List.of(Digits.of(value, 8)));
  }

  long matches() {
    byte[] low = question.lows().get(0);
    byte[] high = question.highs().get(0);
    long matches = 0;
    for (int i = 0; i < keys.count(); i++) {
      byte[] key = keys.at(i);
      matches +=
          Arrays.compareUnsigned(key, 8, 16, low, 0, 8) >= 0
                  && Arrays.compareUnsigned(key, 8, 16, high, 0, 8) <= 0
              ? 1
              : 0;
    }
    return matches;
  }
}
