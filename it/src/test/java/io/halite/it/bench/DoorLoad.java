package io.halite.it.bench;

import io.halite.it.process.ProcessCluster;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Connections that write rows with the next keys in time order, or read some, in one way. Each has
 * a thread, which waits for its request.
 */
final class DoorLoad implements AutoCloseable {
  private static final String SPEC = "key=row:*,salt=hash(*) % 16";
  private static final byte BUCKETS = 16;
  private static final Salt SALT = SaltingSpec.parse(SPEC).salt();
  private static final byte[] F = Bytes.toBytes("f");
  private static final AtomicLong NEXT = new AtomicLong(1_700_000_000_000L);

  /** How many rows gets choose from. */
  private static final int READ_ROWS = 20_000;

  private static final int READ_BATCH = 1_000;

  private final Way way;
  private final Operation operation;
  private final int batch;
  private final List<RowClient> clients = new ArrayList<>();
  private final ExecutorService threads;
  private long firstRead;

  /** What the connections do. */
  enum Operation {
    /** They put rows with the next keys. */
    PUT,
    /** They get rows that were written before, at random, one at a time. */
    GET
  }

  /** How the rows come to their regions. */
  enum Way {
    /** A plain table, all rows into its last region. */
    PLAIN,
    /** The same, with an observer that drops each row: what receiving costs. */
    DROPPED,
    /** A salted table through one gateway server. */
    ONE_DOOR,
    /** A salted table through one gateway region that stores no rows. */
    PURE_DOOR,
    /** A salted table through many servers. */
    MANY_DOORS,
    /** A salted table by the connection plug-in. */
    PLUG_IN,
    /** A plain table with 16 regions, whose client salts. */
    BY_HAND,
    /** The same, with an observer that does nothing: what it takes HBase to call any. */
    IDLE_OBSERVER;

    /** Each size of batch has a table of its own, since doors remember the load of a table. */
    TableName table(int batch) {
      return TableName.valueOf("doors-" + name() + "-" + batch);
    }

    boolean isSalted() {
      return this == ONE_DOOR || this == PURE_DOOR || this == MANY_DOORS || this == PLUG_IN;
    }
  }

  DoorLoad(
      ProcessCluster cluster,
      Way way,
      Operation operation,
      RowClient.Kind client,
      int count,
      int batch)
      throws Exception {
    this.way = way;
    this.operation = operation;
    this.batch = batch;
    Configuration conf = cluster.configuration();
    conf.setInt("hbase.client.pause", 50);
    if (way == Way.PLUG_IN) {
      conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
      conf.set(
          "hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
    }
    for (int i = 0; i < count; i++) {
      clients.add(client.open(conf, way.table(batch)));
    }
    this.threads = Executors.newFixedThreadPool(count);
    if (operation == Operation.GET) {
      writeRowsToRead();
    }
  }

  private void writeRowsToRead() throws Exception {
    firstRead = NEXT.getAndAdd(READ_ROWS);
    for (int from = 0; from < READ_ROWS; from += READ_BATCH) {
      List<Put> puts = new ArrayList<>(READ_BATCH);
      for (int i = from; i < from + READ_BATCH; i++) {
        puts.add(put(firstRead + i));
      }
      clients.get(0).put(puts);
    }
  }

  static void createTable(ProcessCluster cluster, Way way, int batch) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(way.table(batch))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
    if (way.isSalted()) {
      table.setValue("coprocessor$1", TableAttributes.salting(SPEC));
    }
    List<byte[]> splits = new ArrayList<>(SALT.splitPoints());
    if (way == Way.ONE_DOOR || way == Way.PURE_DOOR) {
      table.setValue("halite.doors", "off");
    }
    if (way == Way.IDLE_OBSERVER) {
      table.setCoprocessor(IdleObserver.class.getName());
    }
    if (way == Way.DROPPED) {
      table.setCoprocessor(DroppingObserver.class.getName());
    }
    if (way == Way.PURE_DOOR) {
      splits.add(new byte[] {BUCKETS});
    }
    cluster.connection().getAdmin().createTable(table.build(), splits.toArray(new byte[0][]));
  }

  /** Writes or reads for so long; returns the number of rows. */
  long run(int seconds) throws Exception {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    List<Future<Long>> writers = new ArrayList<>();
    for (RowClient client : clients) {
      writers.add(
          threads.submit(
              () -> operation == Operation.GET ? read(client, end) : write(client, end)));
    }
    long rows = 0;
    for (Future<Long> writer : writers) {
      rows += writer.get();
    }
    return rows;
  }

  private long write(RowClient client, long end) throws Exception {
    long rows = 0;
    while (System.nanoTime() < end) {
      List<Put> puts = new ArrayList<>(batch);
      for (int i = 0; i < batch; i++) {
        puts.add(put(NEXT.getAndIncrement()));
      }
      if (batch == 1) {
        client.put(puts.get(0));
      } else {
        client.put(puts);
      }
      rows += batch;
    }
    return rows;
  }

  private long read(RowClient client, long end) throws Exception {
    long rows = 0;
    while (System.nanoTime() < end) {
      long time = firstRead + ThreadLocalRandom.current().nextInt(READ_ROWS);
      if (client.get(new Get(key(time))).isEmpty()) {
        throw new IOException("row " + time + " is missing");
      }
      rows++;
    }
    return rows;
  }

  /** The row key of a time, which clients that salt send with its salt. */
  private byte[] key(long time) {
    byte[] natural = Bytes.toBytes(Long.toString(time));
    return way == Way.BY_HAND || way == Way.IDLE_OBSERVER ? SALT.salt(natural) : natural;
  }

  private Put put(long time) {
    byte[] natural = Bytes.toBytes(Long.toString(time));
    Put put = new Put(key(time));
    put.addColumn(F, Bytes.toBytes("a"), natural);
    put.addColumn(F, Bytes.toBytes("b"), natural);
    return put;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (RowClient client : clients) {
      client.close();
    }
  }
}
