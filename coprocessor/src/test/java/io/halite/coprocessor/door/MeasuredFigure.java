package io.halite.coprocessor.door;

import java.util.ArrayList;
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
    List<MeasuredFigure> all = new ArrayList<>();
    ofDoorsBench(costs).forEach(all::addAll);
    all.addAll(ofSmallServers(costs));
    return all;
  }

  /** See docs/doors.md: microseconds a row, and the busiest server over the mean. */
  private static List<List<MeasuredFigure>> ofDoorsBench(ScaleCosts costs) {
    return List.of(
        doors(3, 100, costs, 7.7, 36, 28, 2.91, 1.09, 1.12),
        doors(3, 1, costs, 65, 347, 133, 2.95, 1.03, 1.04),
        doors(4, 100, costs, 13.7, 64.3, 44, 3.91, 1.14, 1.17),
        doors(4, 1, costs, 108.3, 723.9, 259.5, 3.88, 1.27, 1.33),
        doors(5, 100, costs, 16.5, 52.5, 37.8, 4.8, 1.07, 1.11),
        doors(5, 1, costs, 121, 882.7, 313.6, 4.63, 1.35, 1.37),
        doors(6, 100, costs, 17.5, 76.5, 83.6, 5.73, 1.14, 1.22),
        doors(6, 1, costs, 123.9, 1097, 299.1, 5.44, 1.24, 1.26));
  }

  private static List<MeasuredFigure> doors(
      int servers,
      int batch,
      ScaleCosts costs,
      double plain,
      double doors,
      double byHand,
      double busiestOfPlain,
      double busiestOfDoors,
      double busiestByHand) {
    String where = servers + (batch == 1 ? ", single puts" : ", batches of " + batch);
    Figures figures = new Figures(where, new ScaleSetup(servers, 16, batch, 64), costs);
    return List.of(
        figures.micros(ScaleWay.PLAIN, "plain", plain, plain),
        figures.micros(ScaleWay.MANY_DOORS, "many doors", doors, doors),
        figures.micros(ScaleWay.DIRECT, "by hand", byHand, byHand),
        figures.busiest(ScaleWay.PLAIN, "plain", busiestOfPlain),
        figures.busiest(ScaleWay.MANY_DOORS, "many doors", busiestOfDoors),
        figures.busiest(ScaleWay.DIRECT, "by hand", busiestByHand));
  }

  private static List<MeasuredFigure> ofSmallServers(ScaleCosts costs) {
    ScaleSetup five = new ScaleSetup(5, 16, 100, 16);
    ScaleSetup quiet = new ScaleSetup(3, 16, 100, 12);
    ScaleSetup puts = new ScaleSetup(3, 16, 1, 32);
    Figures held5 = new Figures("5 of 0.2 core", five, costs);
    Figures held3 = new Figures("3 of 0.3 core", quiet, costs);
    Figures single = new Figures("3, older, single puts", puts, costs);
    return List.of(
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
