package io.halite.it.oracle;

import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * The data of a run.
 *
 * @param natural its natural keys, which most keys of the run are; none where any bytes will do
 * @param cuts split points that cut them, and the keys that they are stored under
 */
record DataKeys(List<byte[]> natural, List<byte[]> cuts) {
  static final DataKeys NONE = new DataKeys(List.of(), List.of());

  /** How many parts the cuts make of the natural keys, and how many of the stored ones. */
  static final int PARTS = 3;

  private static final int DRAWN = 125;

  /** Keys of the data as a table of the spec takes them; the same for the same random numbers. */
  static DataKeys of(SaltingSpec spec, TechniqueData data, Random random) {
    TreeSet<byte[]> natural = new TreeSet<>(Arrays::compareUnsigned);
    TreeSet<byte[]> stored = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < DRAWN; i++) {
      byte[] key = data.key(spec.layout(), random);
      natural.add(key);
      stored.add(spec.salt().salt(key, i));
    }
    List<byte[]> cuts = new ArrayList<>(evenly(List.copyOf(natural)));
    cuts.addAll(evenly(List.copyOf(stored)));
    return new DataKeys(List.copyOf(natural), List.copyOf(cuts));
  }

  private static List<byte[]> evenly(List<byte[]> keys) {
    List<byte[]> cuts = new ArrayList<>();
    for (int part = 1; part < PARTS; part++) {
      cuts.add(keys.get(part * keys.size() / PARTS));
    }
    return cuts;
  }
}
