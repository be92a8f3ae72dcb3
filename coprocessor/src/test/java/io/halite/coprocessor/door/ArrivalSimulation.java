package io.halite.coprocessor.door;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Connections to one gateway region that come one after the other in ten minutes of simulated time,
 * and stay. The first request of each is one row, whatever it sends afterwards.
 *
 * <p>The decisions and measurements are those of {@link Redirects}, {@link DoorLoads} and {@link
 * ServedLoad}. Each door stores its part of the rows, and answers a probe every 20 seconds. The
 * same arguments give the same result.
 */
final class ArrivalSimulation {
  private static final int SECONDS = 600;
  private static final int PROBED_SECONDS = 20;

  /** Stored rows are counted in thousandths. */
  private static final int SCALE = 1_000;

  private static final ByteString GATEWAY = ByteString.copyFromUtf8("t,,1");

  private final boolean reports;
  private final double[] parts;
  private final DecayingRate[] stored;
  private final List<ServerName> doors;
  private final List<ServerName> others;
  private final DoorLoads loads = new DoorLoads();
  private final Redirects redirects;
  private final Map<ServerName, ServedLoad> served = new HashMap<>();
  private final List<Coming> connections = new ArrayList<>();
  private final ServerName[] doorOf;

  /** A connection, its rows a second, and the second at which it comes. */
  private record Coming(int number, double rows, int second) {}

  /**
   * Connections of these rows a second.
   *
   * @param reports whether the doors report what they measure, or the first requests decide
   */
  ArrivalSimulation(int doors, double[] rows, boolean reports) {
    this(DoubleStream.generate(() -> 1.0 / doors).limit(doors).toArray(), rows, reports);
  }

  /** The same on doors that store these parts of the rows; the first is the gateway's server. */
  ArrivalSimulation(double[] parts, double[] rows, boolean reports) {
    int doors = parts.length;
    this.reports = reports;
    this.parts = parts;
    this.stored = Stream.generate(DecayingRate::new).limit(doors).toArray(DecayingRate[]::new);
    this.doors = DoorSimulation.cluster(doors);
    this.others = this.doors.subList(1, doors);
    this.redirects = new Redirects(this.doors.get(0), loads, Redirects.assignments());
    this.doorOf = new ServerName[rows.length];
    this.doors.forEach(door -> served.put(door, new ServedLoad()));
    Random random = new Random(rows.length + 31L * doors);
    for (int i = 0; i < rows.length; i++) {
      connections.add(new Coming(i, rows[i], 1 + random.nextInt(SECONDS - 1)));
    }
    connections.sort(Comparator.comparingInt(Coming::second));
  }

  /** Rows of the busiest door over the mean of the doors, at the end. */
  double busiestOverMean() {
    return overMean(served());
  }

  /** The same of the rows that each door serves and stores together. */
  double busiestOfAllOverMean() {
    double[] rows = served();
    double sum = Arrays.stream(rows).sum();
    Arrays.setAll(rows, i -> rows[i] + sum * parts[i]);
    return overMean(rows);
  }

  private static double overMean(double[] rows) {
    return Arrays.stream(rows).max().orElseThrow() * rows.length / Arrays.stream(rows).sum();
  }

  /** The rows a second of each door at the end. */
  private double[] served() {
    for (int second = 0; second < SECONDS; second++) {
      for (Coming each : connections) {
        if (each.second() < second) {
          send(each, second);
        }
      }
      measure(second);
      for (Coming each : connections) {
        if (each.second() == second) {
          assign(each, 1_000L * second + 500);
        }
      }
    }
    double[] rows = new double[doors.size()];
    for (Coming each : connections) {
      rows[doors.indexOf(doorOf[each.number()])] += each.rows();
    }
    return rows;
  }

  private void assign(Coming connection, long now) {
    doorOf[connection.number()] =
        redirects
            .door(Doors.peer(connection.number()), Doors.arrival(now), 1, others)
            .orElse(doors.get(0));
  }

  private void send(Coming connection, int second) {
    double rows = connection.rows();
    int sent = (int) (Math.floor(rows * second) - Math.floor(rows * (second - 1)));
    for (int i = 0; i < parts.length; i++) {
      stored[i].count(Math.round(sent * parts[i] * SCALE));
    }
    if (sent > 0) {
      served.get(doorOf[connection.number()]).count(GATEWAY, Doors.peer(connection.number()), sent);
    }
  }

  /** Measures at each door; the gateway's server knows its own load, and one of others by probe. */
  private void measure(int second) {
    for (int i = 0; i < doors.size(); i++) {
      long now = 1_000L * second;
      stored[i].take(now);
      ServerShare arriving = new ServerShare(0, stored[i].rate() / SCALE);
      DoorLoad load = served.get(doors.get(i)).take(List.of(), arriving, now);
      if (reports && i == 0) {
        loads.measuredHere(doors.get(i), load, now);
      } else if (reports && second % PROBED_SECONDS == i % PROBED_SECONDS) {
        loads.measured(doors.get(i), Optional.of(load), now);
      }
    }
  }
}
