package io.halite.coprocessor.door;

import java.util.List;
import java.util.Locale;

/**
 * A figure that was measured, beside what the model says.
 *
 * @param where the measurement
 * @param way how it was named there
 * @param unit {@code µs}, {@code rows/s} or {@code busiest}
 * @param low the lowest of the measured figures
 * @param high the highest
 * @param model what the model says
 */
record MeasuredFigure(
    String where, String way, String unit, double low, double high, double model) {
  /** How far the model is off, at least 1: from the geometric mean of the measured figures. */
  double factor() {
    double quotient = model / Math.sqrt(low * high);
    return Math.max(quotient, 1 / quotient);
  }

  static List<MeasuredFigure> all(ScaleCosts costs) {
    ScaleSetup bench = new ScaleSetup(3, 16, 100, 24);
    ScaleSetup five = new ScaleSetup(5, 16, 100, 16);
    ScaleSetup quiet = new ScaleSetup(3, 16, 100, 12);
    ScaleSetup puts = new ScaleSetup(3, 16, 1, 32);
    Figures benches = new Figures("DoorsBench", bench, costs);
    Figures held5 = new Figures("5 of 0.2 core", five, costs);
    Figures held3 = new Figures("3 of 0.3 core", quiet, costs);
    Figures single = new Figures("3, single puts", puts, costs);
    return List.of(
        benches.micros(ScaleWay.PLAIN, "plain", 25, 25),
        benches.micros(ScaleWay.ONE_DOOR, "one door", 93, 93),
        benches.micros(ScaleWay.MANY_DOORS, "many doors", 87, 87),
        benches.micros(ScaleWay.DIRECT, "plug-in", 49, 49),
        benches.micros(ScaleWay.DIRECT, "by hand", 61, 61),
        benches.busiest(ScaleWay.PLAIN, "plain", 2.94),
        benches.busiest(ScaleWay.ONE_DOOR, "one door", 1.57),
        benches.busiest(ScaleWay.MANY_DOORS, "many doors", 1.06),
        benches.busiest(ScaleWay.DIRECT, "plug-in", 1.12),
        benches.busiest(ScaleWay.DIRECT, "by hand", 1.07),
        held5.rows(ScaleWay.PLAIN, "plain", 0.2, 10_000, 16_000),
        held5.rows(ScaleWay.ONE_DOOR, "one door", 0.2, 5_400, 7_100),
        held5.rows(ScaleWay.MANY_DOORS, "many doors", 0.2, 11_500, 11_500),
        held5.rows(ScaleWay.DIRECT, "plug-in", 0.2, 17_000, 19_500),
        held5.rows(ScaleWay.DIRECT, "by hand", 0.2, 10_600, 13_400),
        held3.rows(ScaleWay.PLAIN, "plain", 0.3, 17_000, 23_000),
        held3.rows(ScaleWay.ONE_DOOR, "one door", 0.3, 10_000, 12_000),
        held3.rows(ScaleWay.DIRECT, "plug-in", 0.3, 14_000, 26_000),
        held3.rows(ScaleWay.DIRECT, "by hand", 0.3, 20_000, 27_000),
        single.micros(ScaleWay.ONE_DOOR, "one door", 375, 375),
        single.micros(ScaleWay.DIRECT, "plug-in", 271, 348),
        single.micros(ScaleWay.DIRECT, "by hand", 227, 227));
  }

  /** The figures of one measurement. */
  private record Figures(String where, ScaleSetup setup, ScaleCosts costs) {
    private ScaleEstimate estimate(ScaleWay way) {
      return new ScaleEstimate(way, setup, costs);
    }

    MeasuredFigure micros(ScaleWay way, String name, double low, double high) {
      return new MeasuredFigure(where, name, "µs", low, high, estimate(way).total());
    }

    MeasuredFigure busiest(ScaleWay way, String name, double measured) {
      double model = estimate(way).busiestOverMean();
      return new MeasuredFigure(where, name, "busiest", measured, measured, model);
    }

    MeasuredFigure rows(ScaleWay way, String name, double cores, double low, double high) {
      double model = estimate(way).rowsPerSecond(cores);
      return new MeasuredFigure(where, name, "rows/s", low, high, model);
    }
  }

  /** The figures as a table of Markdown. */
  static String table(ScaleCosts costs) {
    return ScaleTables.table(
        List.of("servers", "way", "unit", "measured", "model", "factor"),
        all(costs).stream()
            .map(
                figure ->
                    List.of(
                        figure.where,
                        figure.way,
                        figure.unit,
                        figure.measured(),
                        figure.text(figure.model),
                        String.format(Locale.ROOT, "%.2f", figure.factor())))
            .toList());
  }

  private String measured() {
    return low == high ? text(low) : text(low) + " to " + text(high);
  }

  private String text(double value) {
    return switch (unit) {
      case "busiest" -> String.format(Locale.ROOT, "%.2f", value);
      case "µs" -> String.format(Locale.ROOT, "%.0f", value);
      default -> String.format(Locale.ROOT, "%,d", Math.round(value / 100) * 100);
    };
  }
}
