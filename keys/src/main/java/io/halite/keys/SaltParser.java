package io.halite.keys;

import io.halite.keys.BucketName.Form;
import java.util.ArrayList;
import java.util.List;

/** Reads the value of {@code salt=} against the layout whose segments it names. */
final class SaltParser {
  static final String KEY = "salt";

  private static final int MAX_BUCKETS = 256;
  private static final int MD5_HEX_DIGITS = 32;

  private final KeyLayout layout;
  private final SaltTokens tokens;

  private SaltParser(String text, KeyLayout layout) {
    this.layout = layout;
    this.tokens = new SaltTokens(text);
  }

  static Salt parse(String text, KeyLayout layout) {
    SaltParser parser = new SaltParser(text, layout);
    if (text.startsWith(" ") || text.endsWith(" ")) {
      throw parser.tokens.refuse("a salt neither begins nor ends with a space");
    }
    return parser.salt();
  }

  private Salt salt() {
    String kind = tokens.take();
    return switch (kind) {
      case "none" -> {
        tokens.end();
        yield new NoSalt(layout);
      }
      case "hash" -> named(hash());
      case "mod" -> named(mod());
      case "phoenix" -> bucketed(new PhoenixBucketing(bucketCount()));
      case "hbasewd" -> bucketed(new HBaseWdBucketing(bucketCount()));
      case "random" -> random();
      case "random-suffix" -> suffix();
      case "md5", "MD5" -> digest(kind);
      case "reverse" -> reversed();
      default ->
          throw tokens.refuse(
              "'"
                  + kind
                  + "' is not a salt; it is hash, mod, md5, MD5, reverse, random,"
                  + " random-suffix, phoenix, hbasewd or none");
    };
  }

  private Salt bucketed(Bucketing bucketing) {
    tokens.end();
    return new BucketedSalt(layout, bucketing, BucketName.ofByte());
  }

  private Salt named(Bucketing bucketing) {
    BucketName name = bucketName(bucketing.bucketCount());
    tokens.end();
    return new BucketedSalt(layout, bucketing, name);
  }

  private BucketName bucketName(int bucketCount) {
    Form form = bucketForm(bucketCount);
    return form == Form.BYTE
        ? BucketName.ofByte()
        : BucketName.of(form, bucketCount, separator(tokens.rest()));
  }

  private Form bucketForm(int bucketCount) {
    for (Form form : List.of(Form.DIGITS, Form.LETTERS)) {
      if (tokens.takeWord(form.word())) {
        int most = form.mostBuckets(MAX_BUCKETS);
        if (bucketCount > most) {
          throw tokens.refuse(
              "%d buckets have no names in %s, which are %d: take at most %d, or digits"
                  .formatted(bucketCount, form.word(), most, most));
        }
        return form;
      }
    }
    return Form.BYTE;
  }

  private String separator(String separator) {
    if (!separator.matches("[!-~&&[^A-Za-z0-9,]]*")) {
      throw tokens.refuse("separator '" + separator + "' is not ASCII punctuation");
    }
    return separator;
  }

  private Salt random() {
    int count = bucketCount();
    BucketName name = bucketName(count);
    tokens.end();
    return new RandomSalt(layout, count, name);
  }

  private Salt suffix() {
    int count = bucketCount();
    Form form = bucketForm(count);
    tokens.end();
    for (Segment segment : layout.segments()) {
      if (segment.kind() != Segment.Kind.FIXED) {
        throw tokens.refuse(
            "a suffix needs a layout of fixed widths, and '"
                + segment
                + "' has a variable width: a suffix could not be distinguished from the key;"
                + " use random % "
                + count);
      }
    }
    BucketName name = BucketName.of(form, count, "");
    int stored = layout.minimumLength() + name.width();
    if (stored > KeyBytes.MAX_STORED_LENGTH) {
      throw tokens.refuse(
          "stored keys would have %d bytes with a suffix of %d: at most %d, make segments narrower"
              .formatted(stored, name.width(), KeyBytes.MAX_STORED_LENGTH));
    }
    return new SuffixSalt(layout, count, name);
  }

  private Bucketing hash() {
    HashedSegments hashed = parenthesised("hash");
    if (!tokens.takeIf("spread")) {
      return new HashBucketing(hashed, bucketCount());
    }
    tokens.expect("(");
    HashedSegments spreader = hashedSegments("spread");
    refuseOverlap(hashed, spreader);
    tokens.expect("%");
    int spread = tokens.number("spread", 2, MAX_BUCKETS);
    tokens.expect(")");
    int bucketCount = bucketCount();
    if (spread > bucketCount) {
      throw tokens.refuse("spread " + spread + " is more than the bucket count " + bucketCount);
    }
    return new SpreadBucketing(new HashBucketing(hashed, bucketCount), spreader, spread);
  }

  private void refuseOverlap(HashedSegments hashed, HashedSegments spreader) {
    if (hashed.isWholeKey() || spreader.isWholeKey()) {
      throw tokens.refuse(
          "a spread is between named segments: '*' would hash the same bytes twice");
    }
    for (Segment segment : layout.segments()) {
      int index = layout.indexOf(segment.name());
      if (hashed.names(index) && spreader.names(index)) {
        throw tokens.refuse(
            "segment '" + segment.name() + "' is in hash and in spread; name it once");
      }
    }
  }

  private Bucketing mod() {
    tokens.expect("(");
    int index = segmentIndex("mod");
    Segment segment = layout.segments().get(index);
    if (!segment.type().isNumber()) {
      String types = SegmentType.names(SegmentType::isNumber);
      throw tokens.refuse(
          "mod needs a segment of type %s; '%s' is of type %s"
              .formatted(types, segment, segment.type()));
    }
    tokens.expect(")");
    return new ModBucketing(layout, index, bucketCount());
  }

  private Salt digest(String kind) {
    HashedSegments hashed = parenthesised(kind);
    tokens.expect("[");
    int from = tokens.number("slice start", 0, MD5_HEX_DIGITS - 1);
    tokens.expect(":");
    int to = tokens.number("slice end", from + 1, MD5_HEX_DIGITS);
    tokens.expect("]");
    String separator = separator(tokens.rest());
    return new DigestSalt(layout, hashed, kind.equals("MD5"), new int[] {from, to}, separator);
  }

  private Salt reversed() {
    HashedSegments reversed = parenthesised("reverse");
    if (reversed.isWholeKey()) {
      throw tokens.refuse("reverse needs names of segments; '*' is not the name of a segment");
    }
    tokens.end();
    return new ReversedSalt(layout, reversed);
  }

  private HashedSegments parenthesised(String function) {
    tokens.expect("(");
    HashedSegments segments = hashedSegments(function);
    tokens.expect(")");
    return segments;
  }

  private HashedSegments hashedSegments(String function) {
    if (tokens.takeIf("*")) {
      return HashedSegments.wholeKey(layout);
    }
    List<Integer> indexes = new ArrayList<>();
    do {
      int index = segmentIndex(function);
      if (indexes.contains(index)) {
        throw tokens.refuse(
            "segment '" + layout.segments().get(index).name() + "' is given twice in " + function);
      }
      indexes.add(index);
    } while (LayoutParser.NAME.matcher(tokens.peek()).matches());
    return HashedSegments.of(layout, indexes.stream().mapToInt(Integer::intValue).toArray());
  }

  private int segmentIndex(String function) {
    String name = tokens.take();
    if (!LayoutParser.NAME.matcher(name).matches()) {
      throw tokens.refuse(function + "(…) needs the name of a segment of '" + layout + "'");
    }
    int index = layout.indexOf(name);
    if (index < 0) {
      throw tokens.refuse("segment '" + name + "' is not in the layout '" + layout + "'");
    }
    return index;
  }

  private int bucketCount() {
    tokens.expect("%");
    return tokens.number("bucket count", 2, MAX_BUCKETS);
  }
}
