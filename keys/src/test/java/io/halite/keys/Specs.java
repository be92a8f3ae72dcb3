package io.halite.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random specs, and keys that are likely to fit them. */
final class Specs {
  private static final byte[] EDGE_BYTES = {
    0, 1, '/', '0', '9', ':', 'A', 0x7F, (byte) 0x80, -2, -1
  };
  private static final String NAMES = "abcd";

  private Specs() {}

  static Arbitrary<SaltingSpec> specs() {
    return layouts().flatMap(layout -> salts(layout).map(salt -> parse(layout, salt)));
  }

  private static SaltingSpec parse(String layout, String salt) {
    return SaltingSpec.parse("key=" + layout + ",salt=" + salt);
  }

  static Arbitrary<String> layouts() {
    Arbitrary<String> element =
        Arbitraries.of(":1", ":2", ":3", ":3:text:x", ":1:digits", ":3:digits", ":4:int", ":8:long")
            .injectDuplicates(0.2);
    Arbitrary<String> anyElement =
        Arbitraries.oneOf(
            element, Arbitraries.of("~:", "~0x00", "~0xFF", ":8:revtime", ":2:text:0xFF"));
    Arbitrary<Boolean> rest = Arbitraries.of(true, false);
    return Combinators.combine(anyElement.list().ofMinSize(1).ofMaxSize(4), rest)
        .as(
            (elements, withRest) -> {
              List<String> named = new ArrayList<>();
              for (int i = 0; i < elements.size(); i++) {
                boolean last = withRest && i == elements.size() - 1;
                named.add(NAMES.charAt(i) + (last ? ":*" : elements.get(i)));
              }
              return String.join(" ", named);
            });
  }

  private static Arbitrary<String> salts(String layout) {
    List<Segment> segments = KeyLayout.parse(layout).segments();
    List<String> names = segments.stream().map(Segment::name).toList();
    Arbitrary<Integer> counts =
        Arbitraries.oneOf(
            Arbitraries.of(2, 3, 15, 16, 255, 256), Arbitraries.integers().between(4, 256));
    List<Arbitrary<String>> choices = new ArrayList<>();
    choices.add(Arbitraries.just("none"));
    choices.add(counts.map(n -> "hash(*) % " + n));
    Arbitrary<String> forms = counts.flatMap(Specs::named);
    choices.add(forms.map(form -> "hash(*) % " + form));
    choices.add(counts.map(n -> "phoenix % " + n));
    choices.add(counts.map(n -> "hbasewd % " + n));
    Arbitrary<List<String>> orders = Arbitraries.shuffle(names);
    Arbitrary<Integer> cuts = Arbitraries.integers().between(1, names.size());
    choices.add(
        Combinators.combine(orders, cuts, counts)
            .as((order, cut, n) -> "hash(" + some(order, cut) + ") % " + n));
    choices.add(
        Combinators.combine(orders, cuts, forms)
            .as((order, cut, form) -> "hash(%s) %% %s".formatted(some(order, cut), form)));
    Arbitrary<String> slices =
        Arbitraries.of("[0:1]", "[31:32]", "[3:5]", "[0:4]", "[28:32]", "[0:32]:", "[7:10]-|");
    choices.add(
        Combinators.combine(Arbitraries.of("md5", "MD5"), orders, cuts, slices)
            .as((md5, order, cut, to) -> md5 + "(" + some(order, cut) + ")" + to));
    choices.add(slices.map(slice -> "md5(*)" + slice));
    choices.add(
        Combinators.combine(orders, cuts).as((order, cut) -> "reverse(" + some(order, cut) + ")"));
    // Half of them of few buckets, so that many a spread goes on at the first one.
    if (names.size() > 1) {
      choices.add(
          Combinators.combine(
                  orders,
                  Arbitraries.integers().between(1, names.size() - 1),
                  Arbitraries.oneOf(Arbitraries.integers().between(2, 6), counts),
                  Arbitraries.integers().between(2, 256),
                  Arbitraries.of("", " digits", " digits:", " letters", " letters-"))
              .as(
                  (order, cut, n, spread, form) ->
                      "hash(%s) spread(%s %% %d) %% %d%s"
                          .formatted(
                              some(order, cut),
                              String.join(" ", order.subList(cut, order.size())),
                              2 + spread % (least(n, form) - 1),
                              least(n, form),
                              form)));
    }
    for (Segment segment : segments) {
      if (segment.type().isNumber()) {
        choices.add(counts.map(n -> "mod(" + segment.name() + ") % " + n));
        choices.add(forms.map(form -> "mod(" + segment.name() + ") % " + form));
      }
    }
    return Arbitraries.oneOf(choices);
  }

  /** So many buckets, written otherwise than as a byte. */
  static Arbitrary<String> named(int count) {
    return Arbitraries.of(" digits", " digits", " digits.-", " letters", " letters-", " letters_|")
        .map(form -> least(count, form) + form);
  }

  /** As many buckets as the form has names for. */
  private static int least(int count, String form) {
    return form.startsWith(" letters") ? Math.min(count, 26) : count;
  }

  private static String some(List<String> names, int cut) {
    return String.join(" ", names.subList(0, cut));
  }

  /** Keys of at least one byte that fit the layout, rather short and rich in edge bytes. */
  static Arbitrary<byte[]> fitting(KeyLayout layout) {
    Arbitrary<byte[]> key = Arbitraries.just(new byte[0]);
    for (Segment segment : layout.segments()) {
      key = Combinators.combine(key, part(segment)).as(KeyBytes::concat);
    }
    return Combinators.combine(key, bytes(0, 2)).as(KeyBytes::concat).filter(k -> k.length > 0);
  }

  private static Arbitrary<byte[]> part(Segment segment) {
    return switch (segment.kind()) {
      case FIXED ->
          segment.type().alphabet().isEmpty()
              ? bytes(segment.width(), segment.width())
              : Arbitraries.strings()
                  .withChars(segment.type().alphabet())
                  .ofLength(segment.width())
                  .map(Text::bytes);
      case DELIMITED ->
          bytes(0, 2)
              .map(part -> without(part, segment.delimiter()))
              .map(part -> KeyBytes.concat(part, new byte[] {segment.delimiter()}));
      case REST -> bytes(0, 3);
    };
  }

  private static byte[] without(byte[] part, byte delimiter) {
    byte[] result = part.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] = result[i] == delimiter ? (byte) (delimiter ^ 0x55) : result[i];
    }
    return result;
  }

  /** Any bytes, half of them edges of the byte space and of the types. */
  static Arbitrary<byte[]> bytes(int minLength, int maxLength) {
    Arbitrary<Byte> edges =
        Arbitraries.integers().between(0, EDGE_BYTES.length - 1).map(i -> EDGE_BYTES[i]);
    return Arbitraries.oneOf(edges, Arbitraries.bytes())
        .array(byte[].class)
        .ofMinSize(minLength)
        .ofMaxSize(maxLength);
  }

  /** Bounds near a key: itself, cut, lengthened, moved on; or anything, or none. */
  static Arbitrary<byte[]> boundsNear(byte[] key) {
    Arbitrary<byte[]> cut =
        Arbitraries.integers().between(0, key.length).map(n -> Arrays.copyOf(key, n));
    return Arbitraries.oneOf(
        Arbitraries.just(key),
        cut,
        cut.map(KeyBytes::prefixSuccessor),
        Arbitraries.just(KeyBytes.next(key)),
        Arbitraries.just(KeyBytes.next(KeyBytes.next(key))),
        Combinators.combine(cut, bytes(0, 2)).as(KeyBytes::concat),
        bytes(0, 4));
  }

  /** The spec in the raw value of a table's {@code coprocessor$n} attribute. */
  static SaltingSpec parseAttribute(String raw) {
    return SaltingSpec.parse(CoprocessorAttribute.parse(raw).arguments());
  }
}
