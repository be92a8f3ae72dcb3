package io.halite.keys;

import java.util.ArrayList;
import java.util.List;

/**
 * Where to cut a new table into regions, so that each region gets its share of the stored keys.
 *
 * <table>
 * <caption>Four regions</caption>
 * <tr><td>{@code hash(*) % 16}</td><td>{@code 04}, {@code 08}, {@code 0C}</td></tr>
 * <tr><td>{@code md5(*)[0:4]}</td><td>{@code '4'}, {@code '8'}, {@code 'c'}</td></tr>
 * <tr><td>{@code reverse(phone)}, digits</td><td>{@code '25'}, {@code '5'}, {@code '75'}</td></tr>
 * </table>
 *
 * <p>Stateless.
 */
public final class SplitPoints {
  private SplitPoints() {}

  /**
   * The points that cut the stored keys of a spec into so many regions, in order; none for one.
   *
   * @throws IllegalArgumentException if the spec does not determine where stored keys lie, or there
   *     are more regions than different beginnings of keys
   */
  public static List<byte[]> of(SaltingSpec spec, int regions) {
    if (regions == 1) {
      return List.of();
    }
    Salt salt = spec.salt();
    if (!salt.splitPoints().isEmpty()) {
      return ofBuckets(salt.splitPoints(), regions, spec);
    }
    if (salt instanceof DigestSalt digest) {
      return cut(digest.beginnings(), regions, spec);
    }
    Segment first = spec.layout().segments().get(0);
    String alphabet = first.type().alphabet();
    if (alphabet.isEmpty() || !salt.scatteringSegments().contains(first.name())) {
      throw refused(
          spec,
          "its keys begin with bytes of '"
              + first
              + "' whose values the spec does not limit: choose split keys yourself, with the"
              + " option SPLITS of create and create_salted, or, if the salt reverses digits there,"
              + " declare the segment as digits in the layout");
    }
    return cut(DigitSpace.of(alphabet, first.width()), regions, spec);
  }

  private static List<byte[]> ofBuckets(List<byte[]> all, int regions, SaltingSpec spec) {
    int buckets = all.size() + 1;
    if (regions < 1 || regions > buckets) {
      throw refused(
          spec,
          "%d regions are too many or too few: there are %d buckets, so choose 1 to %d"
              .formatted(regions, buckets, buckets));
    }
    List<byte[]> points = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      points.add(all.get(i * buckets / regions - 1));
    }
    return points;
  }

  private static List<byte[]> cut(DigitSpace space, int regions, SaltingSpec spec) {
    try {
      return space.cut(regions);
    } catch (IllegalArgumentException e) {
      throw refused(spec, String.valueOf(e.getMessage()));
    }
  }

  /** The points as the HBase shell takes them: {@code \x04}, {@code 4}. */
  public static List<String> written(List<byte[]> points) {
    return points.stream().map(SplitPoints::written).toList();
  }

  private static String written(byte[] point) {
    StringBuilder text = new StringBuilder();
    for (byte one : point) {
      boolean plain = one > ' ' && one < 0x7F && one != '\\' && one != '"' && one != '#';
      text.append(plain ? String.valueOf((char) one) : "\\x%02X".formatted(one));
    }
    return text.toString();
  }

  private static IllegalArgumentException refused(SaltingSpec spec, String rule) {
    return new IllegalArgumentException("'" + spec + "' cannot be cut into regions: " + rule);
  }
}
