package io.halite.coprocessor.door;

import io.halite.coprocessor.door.MeasuredFigure.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows a second that were measured on servers held to a share of a core, in batches of 100.
 *
 * @param name servers and share
 * @param setup the cluster and its load
 * @param cores the share
 * @param ways what each way carried, the plain table first
 */
record HeldServers(String name, ScaleSetup setup, double cores, List<Carried> ways) {
  /** Rows a second of one way, from the lowest to the highest that was measured. */
  record Carried(ScaleWay way, String name, double low, double high) {}

  /** All runs: the last one is in docs/doors.md, the one of 0.3 core in docs/concepts.md. */
  static List<HeldServers> all() {
    return List.of(
        new HeldServers(
            "5 of 0.2",
            new ScaleSetup(5, 16, 100, 16),
            0.2,
            List.of(
                new Carried(ScaleWay.PLAIN, "plain", 10_000, 16_000),
                new Carried(ScaleWay.ONE_DOOR, "one door", 5_400, 7_100),
                new Carried(ScaleWay.MANY_DOORS, "many doors", 11_500, 11_500),
                new Carried(ScaleWay.DIRECT, "plug-in", 17_000, 19_500),
                new Carried(ScaleWay.DIRECT, "by hand", 10_600, 13_400))),
        new HeldServers(
            "3 of 0.3",
            new ScaleSetup(3, 16, 100, 12),
            0.3,
            List.of(
                new Carried(ScaleWay.PLAIN, "plain", 17_000, 23_000),
                new Carried(ScaleWay.ONE_DOOR, "one door", 10_000, 12_000),
                new Carried(ScaleWay.DIRECT, "plug-in", 14_000, 26_000),
                new Carried(ScaleWay.DIRECT, "by hand", 20_000, 27_000))),
        new HeldServers(
            "3 of 0.2",
            new ScaleSetup(3, 16, 100, 64),
            0.2,
            List.of(
                new Carried(ScaleWay.PLAIN, "plain", 29_800, 29_800),
                new Carried(ScaleWay.ONE_DOOR, "one door", 6_300, 6_300),
                new Carried(ScaleWay.MANY_DOORS, "many doors", 7_900, 7_900),
                new Carried(ScaleWay.DIRECT, "by hand", 21_400, 21_400))));
  }

  /** Rows a second of each way, and beside the plain table's. */
  List<MeasuredFigure> figures(ScaleCosts costs) {
    List<MeasuredFigure> figures = new ArrayList<>();
    for (Carried carried : ways) {
      figures.add(rows(carried, costs));
      if (carried.way() != ScaleWay.PLAIN) {
        figures.add(besidePlain(carried, costs));
      }
    }
    return figures;
  }

  private MeasuredFigure rows(Carried carried, ScaleCosts costs) {
    double model = new ScaleEstimate(carried.way(), setup, costs).rowsPerSecond(cores);
    return new MeasuredFigure(
        Kind.ROWS, setup, name, carried.name(), carried.low(), carried.high(), model);
  }

  private MeasuredFigure besidePlain(Carried carried, ScaleCosts costs) {
    MeasuredFigure rows = rows(carried, costs);
    MeasuredFigure plain = rows(ways.get(0), costs);
    double measured = rows.measured() / plain.measured();
    double model = rows.model() / plain.model();
    return new MeasuredFigure(
        Kind.ROWS_BESIDE_PLAIN, setup, name, carried.name(), measured, measured, model);
  }
}
