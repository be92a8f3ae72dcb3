package io.halite.client.shell;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The option {@code AGGREGATE => 'mean max f:delay'}: figures, a column, and the type of its values
 * if they are not decimal text, {@code 'sum f:hits long'}. Immutable.
 */
record AggregateOption(List<Figure> figures, Column column, ColumnType type) {
  private static final MathContext MEAN_DIGITS = new MathContext(10);

  /** One figure of an aggregate. */
  enum Figure {
    COUNT,
    MIN,
    MAX,
    SUM,
    MEAN,
    FIRST,
    LAST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Parses the option as it was typed; the column may have any bytes but white space. */
  static AggregateOption parse(byte[] given) {
    String text = Bytes.toStringBinary(given);
    // One character for each byte. A column may end in a byte that Java takes for white space.
    String trimmed = new String(given, ISO_8859_1).replaceAll("^\\s+|\\s+$", "");
    List<String> words = new ArrayList<>(Arrays.asList(trimmed.split("\\s+")));
    ColumnType type = ColumnType.DECIMAL;
    if (words.size() > 1 && !words.get(words.size() - 1).contains(":")) {
      type = constant(ColumnType.values(), words.remove(words.size() - 1), text);
    }
    Column column = Column.parse(words.remove(words.size() - 1).getBytes(ISO_8859_1));
    List<Figure> figures = new ArrayList<>();
    for (String word : words) {
      figures.add(constant(Figure.values(), word, text));
    }
    if (figures.isEmpty()) {
      throw refusal(text, "a figure before the column, one of " + names(Figure.values()));
    }
    return new AggregateOption(figures, column, type);
  }

  private static <E extends Enum<E>> E constant(E[] all, String word, String text) {
    for (E each : all) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return each;
      }
    }
    String shown = Bytes.toStringBinary(word.getBytes(ISO_8859_1));
    throw refusal(text, "one of " + names(all) + " in place of '" + shown + "'");
  }

  private static String names(Enum<?>[] all) {
    return Arrays.stream(all)
        .map(each -> each.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  private static LatestException refusal(String text, String expected) {
    return new LatestException(
        "AGGREGATE",
        text,
        "it must have " + expected,
        "as in 'mean f:delay' for decimal text, or 'min max f:hits long' for 8 bytes");
  }

  /** The figures as a line shows them: {@code mean=9.58, max=40}. */
  String print(Aggregate aggregate) {
    return figures.stream()
        .map(figure -> figure + "=" + plain(value(figure, aggregate)))
        .collect(Collectors.joining(", "));
  }

  private static BigDecimal value(Figure figure, Aggregate aggregate) {
    return switch (figure) {
      case COUNT -> BigDecimal.valueOf(aggregate.count());
      case MIN -> aggregate.min();
      case MAX -> aggregate.max();
      case SUM -> aggregate.sum();
      case MEAN -> aggregate.mean().round(MEAN_DIGITS);
      case FIRST -> aggregate.first();
      case LAST -> aggregate.last();
    };
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
