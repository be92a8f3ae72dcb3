package io.halite.it.oracle;

import io.halite.keys.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/**
 * The natural keys of a run: a pool in which operations meet, spread evenly over all first bytes,
 * with the awkward ones among them (region boundaries and their neighbours, keys that look salted,
 * keys below the bucket count, of one byte, all 00, all FF, prefixes of one another). If the run
 * has data, most keys are the data's, and the others are bent into its form.
 */
final class Keys {
  private final Random random;
  private final int shortest;
  private final KeyForm form;
  private final List<byte[]> boundaries;
  private final List<byte[]> pool;

  Keys(Random random, byte[][] splits, OracleSettings settings, List<byte[]> data) {
    this.random = random;
    this.shortest = settings.shortestKey();
    this.form = settings.form();
    boundaries = List.of(splits);
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    int step = data.isEmpty() ? 2 : 16;
    for (int first = 0; first < 256; first += step) {
      keys.add(beginningWith(first + random.nextInt(step), shortest - 1 + random.nextInt(6)));
    }
    for (int length = 1; length <= 4; length++) {
      keys.add(new byte[length]);
      keys.add(filled(0xFF, length));
    }
    for (byte[] split : splits) {
      if (splits.length < 64 || random.nextInt(6) == 0) {
        keys.add(split);
        keys.add(Arrays.copyOf(split, split.length + 1));
        keys.add(lastBefore(split));
      }
    }
    keys.addAll(data);
    List<byte[]> originals = new ArrayList<>(keys);
    int relatives = data.isEmpty() ? 40 : 24;
    for (int i = 0; i < relatives; i++) {
      keys.add(relative(originals.get(random.nextInt(originals.size()))));
    }
    keys.removeIf(key -> key.length < shortest);
    TreeSet<byte[]> fitting = new TreeSet<>(Arrays::compareUnsigned);
    keys.forEach(key -> fitting.add(form.fit(key)));
    pool = List.copyOf(fitting);
  }

  /** All keys of the pool, ascending. */
  List<byte[]> pool() {
    return pool;
  }

  /** How many bytes the shortest key has. */
  int shortest() {
    return shortest;
  }

  /** What keys the tables take. */
  KeyForm form() {
    return form;
  }

  /** The layout of the keys, if they have one. */
  Optional<KeyLayout> layout() {
    return form.layout();
  }

  byte[] key() {
    return random.nextInt(12) == 0
        ? form.fit(relative(pool.get(random.nextInt(pool.size()))))
        : pool.get(random.nextInt(pool.size())).clone();
  }

  List<byte[]> keys(int count) {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(key());
    }
    return keys;
  }

  /** At most so many keys, none twice. */
  List<byte[]> distinct(int atMost) {
    TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    keys.addAll(keys(atMost));
    List<byte[]> shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  byte[] boundary() {
    return boundaries.get(random.nextInt(boundaries.size())).clone();
  }

  /**
   * Two keys of the pool, {@code from} not after {@code to}, with at most so many others between.
   */
  byte[][] neighbours(int atMost) {
    int from = random.nextInt(pool.size());
    int to = Math.min(pool.size() - 1, from + random.nextInt(atMost + 1));
    return new byte[][] {pool.get(from).clone(), pool.get(to).clone()};
  }

  /** Two keys of the pool between neighbouring region boundaries. */
  byte[][] inOneRegion() {
    byte[] one = key();
    byte[] start = new byte[0];
    byte[] end = filled(0xFF, 64);
    for (byte[] boundary : boundaries) {
      if (Arrays.compareUnsigned(boundary, one) <= 0) {
        start = boundary;
      } else {
        end = boundary;
        break;
      }
    }
    byte[] other = key();
    boolean inside =
        Arrays.compareUnsigned(start, other) <= 0 && Arrays.compareUnsigned(other, end) < 0;
    if (!inside) {
      other = Arrays.copyOf(start, Math.max(shortest, start.length));
    }
    return Arrays.compareUnsigned(one, other) <= 0
        ? new byte[][] {one, other}
        : new byte[][] {other, one};
  }

  private byte[] relative(byte[] key) {
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(key, Math.max(shortest, key.length - 1));
      case 1 -> Arrays.copyOf(key, key.length + 1);
      case 2 -> {
        byte[] salted = new byte[key.length + 1];
        salted[0] = (byte) random.nextInt(16);
        System.arraycopy(key, 0, salted, 1, key.length);
        yield salted;
      }
      default -> {
        byte[] other = key.clone();
        other[other.length - 1] = (byte) random.nextInt(256);
        yield other;
      }
    };
  }

  private byte[] beginningWith(int first, int more) {
    byte[] key = new byte[1 + more];
    random.nextBytes(key);
    key[0] = (byte) first;
    return key;
  }

  private static byte[] lastBefore(byte[] split) {
    byte[] key = filled(0xFF, split.length + 2);
    System.arraycopy(split, 0, key, 0, split.length);
    key[split.length - 1]--;
    return key;
  }

  private static byte[] filled(int value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
