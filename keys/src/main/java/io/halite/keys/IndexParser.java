package io.halite.keys;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the value of {@code index=}: {@code byOrder(order) % 16 byBuyer(shop f:buyer)}. */
final class IndexParser {
  static final String KEY = "index";

  private static final Pattern INDEX =
      Pattern.compile(
          "(?<name>[A-Za-z][A-Za-z0-9_]*)\\((?<items>[^()]*)\\)"
              + "(?: % (?<buckets>[0-9]+))?(?: |$)");
  private static final Pattern COLUMN =
      Pattern.compile("(?<family>[A-Za-z0-9_.-]+):(?<qualifier>[A-Za-z0-9_.:-]+)");

  private final String text;
  private final KeyLayout layout;

  private IndexParser(String text, KeyLayout layout) {
    this.text = text;
    this.layout = layout;
  }

  /** Reads the value of {@code index=}: one or more indexes. */
  static List<RowIndex> parse(String text, KeyLayout layout, Salt salt) {
    return new IndexParser(text, layout).indexes(salt);
  }

  /** The text of indexes in a spec. */
  static String text(List<RowIndex> indexes) {
    return indexes.stream().map(RowIndex::toString).collect(Collectors.joining(" "));
  }

  private List<RowIndex> indexes(Salt salt) {
    if (salt.isPrefix() && salt.prefixWidth() == 0) {
      throw refuse(
          "salt '"
              + salt
              + "' stores natural keys in place, where no gateway writes entries; give the table a"
              + " salt");
    }
    List<RowIndex> indexes = new ArrayList<>();
    Matcher index = INDEX.matcher(text);
    int from = 0;
    while (from < text.length() && index.region(from, text.length()).lookingAt()) {
      String name = index.group("name");
      if (indexes.stream().anyMatch(other -> other.name().equals(name))) {
        throw refuse("index name '" + name + "' is given twice; names are unique");
      }
      indexes.add(index(name, index.group("items"), salt(name, index.group("buckets"))));
      from = index.end();
    }
    if (from < text.length() || indexes.isEmpty() || text.endsWith(" ")) {
      throw refuse(
          "'"
              + text.substring(from)
              + "' is not name(segment… family:qualifier), such as byOrder(order), or with buckets"
              + " byOrder(order) % 16; indexes have one space between them");
    }
    return indexes;
  }

  private EntrySalt salt(String name, @Nullable String buckets) {
    if (buckets == null) {
      return EntrySalt.NONE;
    }
    int number = Numbers.parse(buckets);
    if (number < 2 || number > EntrySalt.MOST) {
      throw refuse(
          "index '%s' has %% %s, which is not a number of buckets, 2 to %d"
              .formatted(name, KeyBytes.cut(buckets), EntrySalt.MOST));
    }
    return new EntrySalt(number);
  }

  private RowIndex index(String name, String items, EntrySalt salt) {
    List<Segment> segments = new ArrayList<>();
    Optional<RowIndex.Column> column = Optional.empty();
    String open = "";
    for (String item : items.split(" ", -1)) {
      if (!open.isEmpty()) {
        throw refuse("'" + item + "' follows '" + open + "', which has any length: put that last");
      }
      Matcher named = COLUMN.matcher(item);
      if (named.matches()) {
        column = Optional.of(new RowIndex.Column(named.group("family"), named.group("qualifier")));
        open = item;
      } else {
        Segment segment = segment(item);
        if (segments.contains(segment)) {
          throw refuse("segment '" + item + "' is given twice in index '" + name + "'");
        }
        segments.add(segment);
        open = segment.kind() == Segment.Kind.FIXED ? "" : item;
      }
    }
    return new RowIndex(name, layout, segments, column, salt);
  }

  private Segment segment(String item) {
    return layout
        .segment(item)
        .orElseThrow(
            () ->
                refuse(
                    "'"
                        + item
                        + "' is neither a segment of the layout '"
                        + layout
                        + "' nor a column family:qualifier"));
  }

  private SpecException refuse(String rule) {
    return new SpecException(KEY, text, rule);
  }
}
