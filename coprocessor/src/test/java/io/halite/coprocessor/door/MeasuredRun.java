package io.halite.coprocessor.door;

import io.halite.coprocessor.door.MeasuredFigure.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Processor time that was measured with one number of servers and one size of batch. Of {@code
 * DoorsBench}, but for the older run; see docs/doors.md, "Figures".
 *
 * @param name servers and batch
 * @param setup the cluster and its load
 * @param ways what each way took
 */
record MeasuredRun(String name, ScaleSetup setup, Map<ScaleWay, Spent> ways) {
  private static final List<ScaleWay> ORDER =
      List.of(ScaleWay.PLAIN, ScaleWay.MANY_DOORS, ScaleWay.DIRECT, ScaleWay.ONE_DOOR);

  /**
   * What a way took.
   *
   * @param low processor time of all servers for a row, the least that was measured
   * @param high the most
   * @param busiest the busiest server's over the mean, 0 if it was not measured
   */
  record Spent(double low, double high, double busiest) {}

  /** All runs, in the order of the page. */
  static List<MeasuredRun> all() {
    return List.of(
        run("3", 3, 1, spent(65, 2.95), spent(347, 1.03), spent(133, 1.04)),
        run("4", 4, 1, spent(108.3, 3.88), spent(723.9, 1.27), spent(259.5, 1.33)),
        run("5", 5, 1, spent(121, 4.63), spent(882.7, 1.35), spent(313.6, 1.37)),
        run("6", 6, 1, spent(123.9, 5.44), spent(1097, 1.24), spent(299.1, 1.26)),
        run("3", 3, 100, spent(7.7, 2.91), spent(36, 1.09), spent(28, 1.12)),
        run(
            "3 of 0.2",
            3,
            100,
            spent(5.7, 2.8),
            spent(41.7, 1.16),
            spent(18.0, 1.09),
            spent(35.9, 1.51)),
        run("4", 4, 100, spent(13.7, 3.91), spent(64.3, 1.14), spent(44, 1.17)),
        run("5", 5, 100, spent(16.5, 4.8), spent(52.5, 1.07), spent(37.8, 1.11)),
        run("6", 6, 100, spent(17.5, 5.73), spent(76.5, 1.14), spent(83.6, 1.22)),
        run("3", 3, 1_000, spent(8.3, 2.95), spent(26, 1.08), spent(11.0, 1.17)),
        // docs/doors.md has 26 µs, and a ratio of 1.9 from figures that were not rounded.
        run("4", 4, 1_000, spent(12.7, 3.94), spent(25.5, 1.06), spent(12.3, 1.26)),
        run("5", 5, 1_000, spent(11.3, 4.9), spent(19.6, 1.12), spent(11.9, 1.12)),
        run("6", 6, 1_000, spent(11.6, 5.84), spent(27, 1.21), spent(16.4, 1.47)),
        older("3 older, single", ScaleWay.DIRECT, 227, 227),
        older("3 older, single, plug-in", ScaleWay.DIRECT, 271, 348),
        older("3 older, single", ScaleWay.ONE_DOOR, 375, 375));
  }

  private static Spent spent(double micros, double busiest) {
    return new Spent(micros, micros, busiest);
  }

  private static MeasuredRun run(String name, int servers, int batch, Spent... spent) {
    Map<ScaleWay, Spent> ways = new LinkedHashMap<>();
    for (int i = 0; i < spent.length; i++) {
      ways.put(ORDER.get(i), spent[i]);
    }
    String puts = batch == 1 ? "single" : ScaleTables.number(batch);
    return new MeasuredRun(name + ", " + puts, new ScaleSetup(servers, 16, batch, 64), ways);
  }

  private static MeasuredRun older(String name, ScaleWay way, double low, double high) {
    ScaleSetup puts = new ScaleSetup(3, 16, 1, 32);
    return new MeasuredRun(name, puts, Map.of(way, new Spent(low, high, 0)));
  }

  static String nameOf(ScaleWay way) {
    return switch (way) {
      case PLAIN -> "plain";
      case DIRECT -> "by hand";
      default -> way.toString();
    };
  }

  /** Each figure of this run, and of each way what it carries beside the hot region. */
  List<MeasuredFigure> figures(ScaleCosts costs) {
    List<MeasuredFigure> figures = new ArrayList<>();
    ways.forEach(
        (way, spent) -> {
          figures.add(micros(way, spent, costs));
          if (spent.busiest() > 0) {
            figures.add(busiest(way, spent, costs));
          }
        });
    figures.addAll(besidePlain(costs));
    return figures;
  }

  private MeasuredFigure micros(ScaleWay way, Spent spent, ScaleCosts costs) {
    double model = new ScaleEstimate(way, setup, costs).total();
    Kind kind = Kind.ofBatch(setup.batch());
    return new MeasuredFigure(kind, setup, name, nameOf(way), spent.low(), spent.high(), model);
  }

  private MeasuredFigure busiest(ScaleWay way, Spent spent, ScaleCosts costs) {
    double model = new ScaleEstimate(way, setup, costs).busiestOverMean();
    return figure(Kind.BUSIEST, way, spent.busiest(), model);
  }

  /** What the busiest server has time for, beside a plain table's; nothing without a plain one. */
  private List<MeasuredFigure> besidePlain(ScaleCosts costs) {
    List<MeasuredFigure> figures = new ArrayList<>();
    if (!ways.containsKey(ScaleWay.PLAIN)) {
      return figures;
    }
    double plain = atBusiest(ScaleWay.PLAIN, costs);
    double modelOfPlain = new ScaleEstimate(ScaleWay.PLAIN, setup, costs).rowsPerSecond(1);
    for (ScaleWay way : ways.keySet()) {
      if (way != ScaleWay.PLAIN) {
        double model = new ScaleEstimate(way, setup, costs).rowsPerSecond(1) / modelOfPlain;
        Kind kind = way.hasDoors() ? Kind.DOORS_BESIDE_PLAIN : Kind.BY_HAND_BESIDE_PLAIN;
        figures.add(figure(kind, way, plain / atBusiest(way, costs), model));
      }
    }
    return figures;
  }

  /** The busiest server's processor time for a row, times the number of servers. */
  private double atBusiest(ScaleWay way, ScaleCosts costs) {
    Spent spent = ways.get(way);
    return micros(way, spent, costs).measured() * spent.busiest();
  }

  private MeasuredFigure figure(Kind kind, ScaleWay way, double measured, double model) {
    return new MeasuredFigure(kind, setup, name, nameOf(way), measured, measured, model);
  }
}
