package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** A plain table of 16 regions: each load in the order of time meets one of them. */
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
    byte[][] ofFlights = new byte[REGIONS - 1][];
    byte[][] ofReadings = new byte[REGIONS - 1][];
    for (int region = 1; region < REGIONS; region++) {
      ofFlights[region - 1] = all.get(region * rows / REGIONS).key();
      ofReadings[region - 1] = Bytes.toBytes(Reading.route(region * Reading.ROUTES / REGIONS));
    }
    connection.getAdmin().createTable(described(flights).build(), ofFlights);
    connection.getAdmin().createTable(described(readings).build(), ofReadings);
  }

  /** All regions side by side. */
  @Override
  public Answer scanInAnyOrder() throws Exception {
    return sideBySide(inEachRegion(flights, HBaseWay::read));
  }

  /** What a thread reads in a region. */
  private interface Reads {
    Answers of(Table table, Scan region) throws Exception;
  }

  private List<Callable<Answers>> inEachRegion(Table table, Reads reads) throws Exception {
    List<Callable<Answers>> parts = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table.getName())) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        Scan region =
            new Scan()
                .withStartRow(location.getRegion().getStartKey())
                .withStopRow(location.getRegion().getEndKey());
        parts.add(
            () -> {
              try (Table own = connection.getTable(table.getName())) {
                return reads.of(own, region);
              }
            });
      }
    }
    return parts;
  }

  @Override
  public Answer from(String origin) throws Exception {
    return read(flights, new Scan().setFilter(fuzzy(0, origin))).inOrder();
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

  @Override
  public Answer newest() throws Exception {
    return sideBySide(
        inEachRegion(
            readings,
            (table, region) -> firstOfEach(table, region.getStartRow(), region.getStopRow(), 0)));
  }
}
