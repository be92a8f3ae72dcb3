package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import java.util.Locale;
import java.util.Optional;

/** Reads which segment a condition is about: by name, by place, or by both. */
final class FieldParser {
  private final QueryTokens tokens;
  private final Optional<KeyLayout> known;

  FieldParser(QueryTokens tokens, Optional<KeyLayout> layout) {
    this.tokens = tokens;
    this.known = layout;
  }

  /** Whether the layout has a segment of that name. */
  boolean isSegment(String name) {
    return known.flatMap(layout -> layout.segment(name)).isPresent();
  }

  /** The segment of the layout that the field is, if it is one. */
  Optional<Segment> segment(Field field) {
    return known.flatMap(layout -> layout.segment(field.name()));
  }

  Field field(QueryToken token) {
    if (token.kind() != QueryToken.Kind.WORD) {
      throw tokens.unexpected(token, "a segment: a name, name:width:type or @offset:width:type");
    }
    int at = token.text().indexOf('@');
    String[] parts = token.text().substring(at + 1).split(":", -1);
    try {
      if (at < 0) {
        return named(token, parts);
      }
      String place = token.text().substring(at + 1);
      if (FieldPlace.isOne(place)) {
        return agreed(token, moving(token, token.text().substring(0, at), place));
      }
      if (parts.length < 2 || parts.length > 3) {
        throw tokens.unexpected(token, "name@offset:width or name@offset:width:type");
      }
      SegmentType type = parts.length == 3 ? type(token, parts[2]) : SegmentType.defaultType();
      String name = token.text().substring(0, at);
      return agreed(token, new Field(name, number(token, parts[0]), number(token, parts[1]), type));
    } catch (QueryException placed) {
      throw placed;
    } catch (IllegalArgumentException broken) {
      throw tokens.unexpected(
          token, token.shown(), "another segment: " + broken.getMessage(), broken);
    }
  }

  /** A segment of the layout; a width must be the layout's, a type says how values are written. */
  private Field named(QueryToken token, String[] parts) {
    String where = "name@offset:width, since no layout says where '" + parts[0] + "' lies";
    KeyLayout layout = known.orElseThrow(() -> tokens.unexpected(token, where));
    Segment segment =
        layout
            .segment(parts[0])
            .orElseThrow(
                () -> tokens.unexpected(token, "a segment of the layout '" + layout + "'"));
    Field field = Field.of(layout, segment);
    if (!field.extent().isFixed()) {
      if (parts.length > 1) {
        throw tokens.unexpected(
            token, "'" + parts[0] + "' alone: it has neither a fixed width nor a type");
      }
      return field;
    }
    if (parts.length > 3 || (parts.length > 1 && number(token, parts[1]) != segment.width())) {
      throw tokens.unexpected(token, "the width " + segment.width() + ", as in the layout");
    }
    SegmentType type = parts.length == 3 ? type(token, parts[2]) : segment.type();
    return new Field(parts[0], field.steps(), field.offset(), field.extent(), type);
  }

  private Field moving(QueryToken token, String name, String place) {
    return FieldPlace.parse(name, place, type -> type(token, type))
        .orElseThrow(
            () ->
                tokens.unexpected(
                    token,
                    "a place such as #3A#3A, up to the second byte 3A, #3A+0:8:revtime, 8 bytes"
                        + " behind one, or #3A+0:rest"));
  }

  /** If a layout has the name, a place given with it must be the layout's. */
  private Field agreed(QueryToken token, Field field) {
    if (isSegment(field.name())) {
      KeyLayout layout = known.get();
      if (!field.samePlace(Field.of(layout, layout.segment(field.name()).get()))) {
        throw tokens.unexpected(
            token, "the place that '" + field.name() + "' has in the layout '" + layout + "'");
      }
    }
    return field;
  }

  private int number(QueryToken token, String digits) {
    if (digits.isEmpty() || digits.length() > 5 || !digits.chars().allMatch(Character::isDigit)) {
      throw tokens.unexpected(token, "an offset and a width in bytes, as in @12:3");
    }
    return Integer.parseInt(digits);
  }

  private SegmentType type(QueryToken token, String name) {
    return SegmentType.named(name.toLowerCase(Locale.ROOT))
        .orElseThrow(() -> tokens.unexpected(token, "a type: " + SegmentType.names()));
  }
}
