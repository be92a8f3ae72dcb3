package io.halite.keys;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the value of {@code key=}: elements with one or more spaces between them. */
final class LayoutParser {
  static final String KEY = "key";
  static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  private static final Pattern HEX_BYTE = Pattern.compile("0x([0-9A-Fa-f]{2})");

  /** One byte is left for the salt. */
  private static final int MAX_WIDTH = KeyBytes.MAX_STORED_LENGTH - 1;

  /** Each key is read segment by segment, and some salts read all segments for each segment. */
  private static final int MAX_SEGMENTS = 256;

  private final String text;

  private LayoutParser(String text) {
    this.text = text;
  }

  static KeyLayout parse(String text) {
    return new LayoutParser(text).layout();
  }

  private KeyLayout layout() {
    if (text.isEmpty()) {
      throw refuse("a layout names at least one segment, such as 'row:*'");
    }
    if (text.startsWith(" ") || text.endsWith(" ")) {
      throw refuse("a layout neither begins nor ends with a space");
    }
    List<Segment> segments = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long minimum = 0;
    for (String element : text.split(" +")) {
      if (!segments.isEmpty() && segments.get(segments.size() - 1).kind() == Segment.Kind.REST) {
        throw refuse("'" + element + "' follows a segment ':*', which takes the rest of the key");
      }
      if (segments.size() == MAX_SEGMENTS) {
        throw refuse("it has more than " + MAX_SEGMENTS + " segments");
      }
      Segment segment = segment(element);
      if (!names.add(segment.name())) {
        throw refuse("segment name '" + segment.name() + "' is given twice; names are unique");
      }
      segments.add(segment);
      minimum += segment.minimumLength();
    }
    if (minimum > MAX_WIDTH) {
      throw refuse(
          "its segments take at least "
              + minimum
              + " bytes; a natural key has at most 32766: make segments narrower");
    }
    return new KeyLayout(segments);
  }

  private Segment segment(String element) {
    Matcher name = NAME.matcher(element);
    if (!name.lookingAt()) {
      throw refuse(
          "element '" + element + "' needs a name: a letter, then letters, digits, '_' or '-'");
    }
    String rest = element.substring(name.end());
    if (rest.equals(":*")) {
      return Segment.rest(name.group());
    }
    if (rest.startsWith("~")) {
      return Segment.delimited(name.group(), delimiter(element, rest.substring(1)));
    }
    if (rest.startsWith(":")) {
      String[] parts = rest.substring(1).split(":", -1);
      if (parts.length <= 3) {
        return fixed(element, name.group(), parts);
      }
    }
    throw refuse(
        "element '"
            + element
            + "' is not name:width, name:width:type, name:width:text:c, name~c or name:*");
  }

  private Segment fixed(String element, String name, String[] parts) {
    int width = Numbers.parse(parts[0]);
    if (width < 1 || width > MAX_WIDTH) {
      throw refuse("width '" + parts[0] + "' of '" + element + "' is not a number 1 to 32766");
    }
    SegmentType type = parts.length == 1 ? SegmentType.defaultType() : type(element, parts[1]);
    byte padding = parts.length == 3 ? padding(element, type, parts[2]) : 0;
    if (!type.admitsWidth(width)) {
      throw refuse("'" + element + "': type " + type + " has width " + type.demandedWidth());
    }
    return Segment.fixed(name, width, type, padding);
  }

  private SegmentType type(String element, String word) {
    String fault = "type '" + word + "' of '" + element + "' is not " + SegmentType.names();
    return SegmentType.named(word).orElseThrow(() -> refuse(fault));
  }

  private byte padding(String element, SegmentType type, String padding) {
    if (!type.isFreeText()) {
      throw refuse("'" + element + "': only text is padded; leave ':" + padding + "' out");
    }
    return one("padding", element, padding);
  }

  private byte delimiter(String element, String delimiter) {
    return one("delimiter", element, delimiter);
  }

  private byte one(String meaning, String element, String given) {
    Matcher hex = HEX_BYTE.matcher(given);
    if (hex.matches()) {
      return (byte) Integer.parseInt(hex.group(1), 16);
    }
    boolean plain = given.length() == 1 && given.charAt(0) > ' ';
    if (!plain || given.charAt(0) > '~' || given.equals(",")) {
      throw refuse(
          meaning + " '" + given + "' of '" + element + "' is not one ASCII character or 0xHH");
    }
    return (byte) given.charAt(0);
  }

  private SpecException refuse(String rule) {
    return new SpecException(KEY, text, rule);
  }
}
