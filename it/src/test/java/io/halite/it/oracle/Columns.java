package io.halite.it.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/** Random families, qualifiers and values, few enough to meet one another again and again. */
final class Columns {
  static final List<String> FAMILIES = List.of("a", "b", "c");
  private static final byte[][] QUALIFIERS = {
    Bytes.toBytes("q1"),
    Bytes.toBytes("q2"),
    Bytes.toBytes("q22"),
    Bytes.toBytes("p"),
    Bytes.toBytes("z"),
    {},
    {0, (byte) 0xFF}
  };
  private static final byte[][] COUNTERS = {Bytes.toBytes("n1"), Bytes.toBytes("n2")};

  private final Random random;
  private final boolean withNameless;

  /**
   * Columns of random names.
   *
   * @param withNameless whether the column without a name is one of them
   */
  Columns(Random random, boolean withNameless) {
    this.random = random;
    this.withNameless = withNameless;
  }

  byte[] family() {
    return Bytes.toBytes(FAMILIES.get(random.nextInt(FAMILIES.size())));
  }

  byte[] qualifier() {
    byte[] qualifier = QUALIFIERS[random.nextInt(QUALIFIERS.length)].clone();
    return qualifier.length > 0 || withNameless ? qualifier : QUALIFIERS[0].clone();
  }

  /** A column to count in, which now and then is one that holds other things. */
  byte[] counter() {
    return random.nextInt(40) == 0 ? qualifier() : number();
  }

  /** A column all of whose values have 8 bytes. */
  byte[] number() {
    return COUNTERS[random.nextInt(COUNTERS.length)].clone();
  }

  byte[] qualifierOrCounter() {
    return random.nextInt(4) == 0 ? counter() : qualifier();
  }

  List<byte[]> qualifiers(int atMost) {
    List<byte[]> chosen = new ArrayList<>();
    int count = 1 + random.nextInt(atMost);
    for (int i = 0; i < count; i++) {
      chosen.add(qualifierOrCounter());
    }
    return chosen;
  }

  byte[] value() {
    return switch (random.nextInt(8)) {
      case 0 -> new byte[0];
      case 1 -> Bytes.toBytes((long) random.nextInt(10));
      case 2 -> bytes(200 + random.nextInt(200));
      case 3 -> bytes(random.nextInt(4));
      default -> Bytes.toBytes("v" + random.nextInt(6));
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
