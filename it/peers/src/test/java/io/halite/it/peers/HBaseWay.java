package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables of HBase, written and read by HBase's client. */
abstract class HBaseWay implements Way {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] DELAY = Bytes.toBytes("delay");

  /** As many as there are regions. */
  private static final int THREADS = 16;

  final Connection connection;
  final Table flights;
  final Table readings;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  HBaseWay(Configuration conf, String name) throws Exception {
    this.connection = ConnectionFactory.createConnection(conf);
    this.flights = connection.getTable(TableName.valueOf(name + "-flights"));
    this.readings = connection.getTable(TableName.valueOf(name + "-readings"));
  }

  static TableDescriptorBuilder described(Table table) {
    return TableDescriptorBuilder.newBuilder(table.getName())
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
  }

  /** The row key that the client gives for a flight. */
  abstract byte[] key(Flight flight);

  /** The row key that the client gives for a reading. */
  abstract byte[] key(Reading reading);

  private static Put put(byte[] row, String delay) {
    return new Put(row).addColumn(F, DELAY, Bytes.toBytes(delay));
  }

  @Override
  public final void writeFlights(List<Flight> rows) throws Exception {
    List<Put> puts = new ArrayList<>(rows.size());
    rows.forEach(flight -> puts.add(put(key(flight), flight.delay())));
    flights.put(puts);
  }

  @Override
  public final void writeReadings(List<Reading> rows) throws Exception {
    List<Put> puts = new ArrayList<>(rows.size());
    rows.forEach(reading -> puts.add(put(key(reading), reading.delay())));
    readings.put(puts);
  }

  @Override
  public final List<String> tables() {
    return List.of(flights.getName().getNameAsString(), readings.getName().getNameAsString());
  }

  @Override
  public final Answer get(List<Flight> wanted) throws Exception {
    Answers answers = new Answers();
    for (Flight flight : wanted) {
      byte[] delay = flights.get(new Get(key(flight))).getValue(F, DELAY);
      answers.add(flight.key(), delay);
    }
    return answers.inAnyOrder();
  }

  /** Reads all rows of a scan. */
  static Answers read(Table table, Scan scan) throws Exception {
    Answers answers = new Answers();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        answers.add(row.getRow(), row.getValue(F, DELAY));
      }
    }
    return answers;
  }

  /** Does all of these side by side. */
  final Answer sideBySide(List<Callable<Answers>> parts) throws Exception {
    Answers all = new Answers();
    for (Future<Answers> part : threads.invokeAll(parts)) {
      all.add(part.get());
    }
    return all.inAnyOrder();
  }

  /**
   * The first row of each route from {@code start} on and before {@code stop}, by one small scan
   * for each, which starts behind the route before. The route stands behind {@code salt} bytes.
   */
  static Answers firstOfEach(Table table, byte[] start, byte[] stop, int salt) throws Exception {
    Answers answers = new Answers();
    byte[] next = start;
    while (true) {
      Scan scan = new Scan().withStartRow(next).withStopRow(stop).setLimit(1);
      try (ResultScanner first = table.getScanner(scan)) {
        Result row = first.next();
        if (row == null) {
          return answers;
        }
        byte[] key = row.getRow();
        answers.add(Bytes.tail(key, key.length - salt), row.getValue(F, DELAY));
        next = Bytes.head(key, salt + Reading.ROUTE_WIDTH);
        next[next.length - 1]++;
      }
    }
  }

  @Override
  public void close() throws Exception {
    threads.shutdownNow();
    connection.close();
  }
}
