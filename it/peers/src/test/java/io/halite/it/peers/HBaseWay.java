package io.halite.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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

  final Connection connection;
  final Table flights;
  final Table readings;

  HBaseWay(Configuration conf, String name) throws Exception {
    this.connection = ConnectionFactory.createConnection(conf);
    this.flights = connection.getTable(TableName.valueOf(name + "-flights"));
    this.readings = connection.getTable(TableName.valueOf(name + "-readings"));
  }

  static TableDescriptorBuilder described(Table table) {
    return TableDescriptorBuilder.newBuilder(table.getName())
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
  }

  /** The row key that the client gives for a natural key. */
  abstract byte[] given(byte[] natural);

  private Put put(byte[] natural, String delay) {
    return new Put(given(natural)).addColumn(F, DELAY, Bytes.toBytes(delay));
  }

  @Override
  public final void writeFlights(List<Flight> rows) throws Exception {
    List<Put> puts = new ArrayList<>(rows.size());
    rows.forEach(flight -> puts.add(put(flight.key(), flight.delay())));
    flights.put(puts);
  }

  @Override
  public final void writeReadings(List<Reading> rows) throws Exception {
    List<Put> puts = new ArrayList<>(rows.size());
    rows.forEach(reading -> puts.add(put(reading.key(), reading.delay())));
    readings.put(puts);
  }

  @Override
  public final List<String> tables() {
    return List.of(flights.getName().getNameAsString(), readings.getName().getNameAsString());
  }

  @Override
  public final int get(List<Flight> wanted) throws Exception {
    int found = 0;
    for (Flight flight : wanted) {
      byte[] delay = flights.get(new Get(given(flight.key()))).getValue(F, DELAY);
      found += Bytes.toString(delay).equals(flight.delay()) ? 1 : 0;
    }
    return found;
  }

  /** Reads all rows of a scan, which come in the order of their keys. */
  static int inOrder(Table table, Scan scan) throws Exception {
    byte[] last = new byte[0];
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        assertThat(Bytes.compareTo(last, row.getRow()) < 0).isTrue();
        assertThat(row.getValue(F, DELAY) != null).isTrue();
        last = row.getRow();
        rows++;
      }
    }
    return rows;
  }

  @Override
  public void close() throws Exception {
    connection.close();
  }
}
