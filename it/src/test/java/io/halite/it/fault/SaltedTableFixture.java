package io.halite.it.fault;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** One table of one test, salted as its user says; dropped at the end. */
final class SaltedTableFixture implements AutoCloseable {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");
  static final String OBSERVER = "io.halite.coprocessor.SaltingObserver";
  static final String SPEC = "key=row:*,salt=hash(*) % 4";

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Connection connection;
  private final Admin admin;
  private final TableName name = TableName.valueOf("fault-" + NUMBER.incrementAndGet());

  private SaltedTableFixture(EmbeddedCluster cluster) throws IOException {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.pause", 20);
    client.setInt("hbase.client.retries.number", 6);
    connection = ConnectionFactory.createConnection(client);
    admin = connection.getAdmin();
  }

  /** A table with a spec, one region a bucket and two for natural keys above. */
  static SaltedTableFixture salted(EmbeddedCluster cluster, String spec) throws IOException {
    return withAttributes(cluster, "|" + OBSERVER + "||" + spec);
  }

  /** A table with raw coprocessor attributes, any number of them. */
  static SaltedTableFixture withAttributes(EmbeddedCluster cluster, String... attributes)
      throws IOException {
    SaltedTableFixture fixture = new SaltedTableFixture(cluster);
    fixture.admin.createTable(
        fixture.descriptor(attributes).build(), new byte[][] {{1}, {2}, {3}, {0x40}, {0x70}});
    return fixture;
  }

  TableDescriptorBuilder descriptor(String... attributes) {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g"));
    for (int i = 0; i < attributes.length; i++) {
      descriptor.setValue("coprocessor$" + (i + 1), attributes[i]);
    }
    return descriptor;
  }

  TableName name() {
    return name;
  }

  Admin admin() {
    return admin;
  }

  Connection connection() {
    return connection;
  }

  Table table() throws IOException {
    return connection.getTable(name);
  }

  @Override
  public void close() throws IOException {
    if (admin.isTableEnabled(name)) {
      admin.disableTable(name);
    }
    admin.deleteTable(name);
    connection.close();
  }
}
