package io.halite.it.peers;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** A plain table of as many regions: each load in the order of time meets one of them. */
final class PlainWay extends NaturalWay {
  private static final int REGIONS = 16;
  private final int rows;

  PlainWay(Configuration conf, int rows) throws Exception {
    super(conf, "plain");
    this.rows = rows;
  }

  @Override
  public void create() throws Exception {
    List<Flight> all = Flight.inOrder(rows);
    byte[][] ofFlights =
        IntStream.range(1, REGIONS)
            .mapToObj(region -> all.get(region * rows / REGIONS).key())
            .toArray(byte[][]::new);
    byte[][] ofReadings =
        IntStream.range(1, REGIONS)
            .mapToObj(region -> Flight.airport(region * 40 / REGIONS))
            .map(Bytes::toBytes)
            .toArray(byte[][]::new);
    connection.getAdmin().createTable(described(flights).build(), ofFlights);
    connection.getAdmin().createTable(described(readings).build(), ofReadings);
  }

  @Override
  public int scanInAnyOrder() throws Exception {
    return scanInOrder();
  }

  @Override
  public int from(String origin) throws Exception {
    return inOrder(flights, new Scan().setFilter(fuzzy(0, origin)));
  }

  /** What matches {@code salt} bytes, a departure, the origin and a destination. */
  static FuzzyRowFilter fuzzy(int salt, String origin) {
    int start = salt + 12;
    byte[] key = Bytes.toBytes("?".repeat(start) + origin + "???");
    byte[] free = new byte[key.length];
    Arrays.fill(free, (byte) 1);
    Arrays.fill(free, start, start + 3, (byte) 0);
    return new FuzzyRowFilter(List.of(new Pair<>(key, free)));
  }

  /** One small scan for each route, which starts behind the route before. */
  @Override
  public int newest() throws Exception {
    byte[] next = new byte[0];
    for (int routes = 0; ; routes++) {
      try (ResultScanner first = readings.getScanner(new Scan().withStartRow(next).setLimit(1))) {
        Result row = first.next();
        if (row == null) {
          return routes;
        }
        next = behind(Arrays.copyOf(row.getRow(), 6));
      }
    }
  }

  private static byte[] behind(byte[] route) {
    route[route.length - 1]++;
    return route;
  }
}
