package io.halite.coprocessor.door;

import io.halite.coprocessor.door.MeasuredFigure.Kind;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of docs/scale.md that hold the model against measurements, as its Markdown. */
final class MeasuredTables {
  private final ScaleCosts costs;

  MeasuredTables(ScaleCosts costs) {
    this.costs = costs;
  }

  /** What each way carried beside the hot region of a plain table, of all runs. */
  String besidePlain() {
    List<List<String>> rows =
        List.of(
            besidePlain("single puts", 1, 3, 6),
            besidePlain("batches of 100, 3 servers", 100, 3, 3),
            besidePlain("batches of 100, 4 to 6", 100, 4, 6),
            besidePlain("batches of 1,000, 3 servers", 1_000, 3, 3),
            besidePlain("batches of 1,000, 4 to 6", 1_000, 4, 6));
    return ScaleTables.table(
        List.of("puts", "one gateway", "many doors", "plug-in, or by hand"), rows);
  }

  private List<String> besidePlain(String title, int batch, int least, int most) {
    List<MeasuredFigure> figures =
        MeasuredFigure.all(costs).stream()
            .filter(figure -> figure.kind().isBesidePlain())
            .filter(figure -> figure.setup().batch() == batch)
            .filter(figure -> figure.setup().servers() >= least)
            .filter(figure -> figure.setup().servers() <= most)
            .toList();
    return List.of(
        title,
        range(figures, "one door"),
        range(figures, "many doors"),
        range(figures, "plug-in", "by hand"));
  }

  private static String range(List<MeasuredFigure> figures, String... ways) {
    DoubleSummaryStatistics measured =
        figures.stream()
            .filter(figure -> List.of(ways).contains(figure.way()))
            .collect(Collectors.summarizingDouble(MeasuredFigure::measured));
    if (measured.getCount() == 0) {
      return "not measured";
    }
    String low = String.format(Locale.ROOT, "%.1f", measured.getMin());
    String high = String.format(Locale.ROOT, "%.1f", measured.getMax());
    return low.equals(high) ? low : low + " to " + high;
  }

  /** How far the model is off, for each kind of figure. */
  String errors() {
    List<MeasuredFigure> all = MeasuredFigure.all(costs);
    List<List<Object>> rows = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      MeasuredErrors errors = MeasuredErrors.of(kind, all);
      MeasuredFigure worst = errors.worst();
      rows.add(
          List.of(
              kind,
              errors.figures().size(),
              ratio(errors.median()),
              ratio(worst.factor()),
              worst.where() + ", " + worst.way(),
              ratio(errors.least()) + " to " + ratio(errors.most())));
    }
    return ScaleTables.table(
        List.of("figure", "number", "median", "worst", "worst of", "model/measured"), rows);
  }

  /** Processor time, and what follows from it: measured, and by the model. */
  String processorTime() {
    List<List<String>> rows = new ArrayList<>();
    for (MeasuredRun run : MeasuredRun.all()) {
      if (run.ways().containsKey(ScaleWay.DIRECT)) {
        rows.add(row(run, run.name(), ScaleWay.MANY_DOORS, ScaleWay.PLAIN, ScaleWay.DIRECT));
      }
      if (run.ways().containsKey(ScaleWay.ONE_DOOR)) {
        rows.add(row(run, run.name() + ", one door", ScaleWay.ONE_DOOR));
      }
    }
    List<String> head =
        List.of(
            "servers, puts",
            "plain µs",
            "doors µs",
            "by hand µs",
            "doors even",
            "by hand even",
            "doors",
            "by hand");
    return ScaleTables.table(head, rows);
  }

  private List<String> row(MeasuredRun run, String name, ScaleWay doors, ScaleWay... others) {
    Set<String> ways =
        Stream.concat(Stream.of(doors), Stream.of(others))
            .map(MeasuredRun::nameOf)
            .collect(Collectors.toSet());
    List<MeasuredFigure> figures =
        run.figures(costs).stream().filter(figure -> ways.contains(figure.way())).toList();
    Kind time = Kind.ofBatch(run.setup().batch());
    return List.of(
        name,
        cell(figures, time, ScaleWay.PLAIN),
        cell(figures, time, doors),
        cell(figures, time, ScaleWay.DIRECT),
        cell(figures, Kind.BUSIEST, doors),
        cell(figures, Kind.BUSIEST, ScaleWay.DIRECT),
        cell(figures, Kind.DOORS_BESIDE_PLAIN, doors),
        cell(figures, Kind.BY_HAND_BESIDE_PLAIN, ScaleWay.DIRECT));
  }

  private static String cell(List<MeasuredFigure> figures, Kind kind, ScaleWay way) {
    return cell(figures, kind, MeasuredRun.nameOf(way));
  }

  private static String cell(List<MeasuredFigure> figures, Kind kind, String way) {
    return figures.stream()
        .filter(figure -> figure.kind() == kind && figure.way().equals(way))
        .map(figure -> measured(figure, format(kind)) + "/" + format(kind).apply(figure.model()))
        .collect(Collectors.joining());
  }

  /** Thousands of rows a second of held servers, and beside plain: measured, and by the model. */
  String heldServers() {
    List<String> ways = List.of("plain", "one door", "many doors", "plug-in", "by hand");
    List<List<String>> rows = new ArrayList<>();
    for (HeldServers run : HeldServers.all()) {
      List<MeasuredFigure> figures = run.figures(costs);
      for (Kind kind : List.of(Kind.ROWS, Kind.ROWS_BESIDE_PLAIN)) {
        List<String> row = new ArrayList<>();
        row.add(kind == Kind.ROWS ? run.name() : "beside plain");
        ways.forEach(way -> row.add(cell(figures, kind, way)));
        rows.add(row);
      }
    }
    List<String> head = new ArrayList<>(List.of("servers"));
    head.addAll(ways);
    return ScaleTables.table(head, rows);
  }

  private static String measured(MeasuredFigure figure, DoubleFunction<String> format) {
    String low = format.apply(figure.low());
    return figure.low() == figure.high() ? low : low + " to " + format.apply(figure.high());
  }

  private static DoubleFunction<String> format(Kind kind) {
    return switch (kind) {
      case SINGLE, HUNDRED, THOUSAND -> MeasuredTables::micros;
      case ROWS -> MeasuredTables::thousands;
      default -> MeasuredTables::ratio;
    };
  }

  private static String micros(double value) {
    return String.format(Locale.ROOT, value < 20 ? "%.1f" : "%,.0f", value);
  }

  private static String thousands(double value) {
    return String.format(Locale.ROOT, value % 1_000 == 0 ? "%.0f" : "%.1f", value / 1_000);
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
