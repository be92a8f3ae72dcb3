package io.halite.it.door;

import static io.halite.it.door.PlacedTable.put;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A connection that writes for the region of {@code 60} on, some requests a second. */
final class DoorWriter implements AutoCloseable {
  private final ConcurrentLinkedQueue<String> written = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final DoorClient client;
  private final TableName table;
  private final String name;
  private final int batch;
  private final int requests;
  private final Thread thread;
  private volatile boolean stopped;

  private DoorWriter(DoorClient client, TableName table, String name, int batch, int requests) {
    this.client = client;
    this.table = table;
    this.name = name;
    this.batch = batch;
    this.requests = requests;
    this.thread = new Thread(this::write, "writer " + name);
    thread.start();
  }

  /** One of requests of one row. */
  static DoorWriter of(DoorClient client, TableName table, String name) {
    return new DoorWriter(client, table, name, 1, Integer.MAX_VALUE);
  }

  /** One of requests of so many rows, which begin again after so many requests. */
  static DoorWriter ofBatches(
      DoorClient client, TableName table, String name, int batch, int requests) {
    return new DoorWriter(client, table, name, batch, requests);
  }

  private void write() {
    try (Table rows = client.table(table)) {
      for (int number = 0; !stopped; number++) {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < batch; i++) {
          puts.add(put("%s-%05d-%02d".formatted(name, number % requests, i)));
        }
        rows.put(new ArrayList<>(puts));
        puts.forEach(row -> written.add(Bytes.toString(row.getRow())));
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      failures.add(e);
    }
  }

  /** The server that the connection sends its requests to. */
  ServerName server() throws IOException {
    return client.serverOf(table, name);
  }

  /** The rows that were acknowledged. */
  List<String> written() {
    return List.copyOf(written);
  }

  int count() {
    return written.size();
  }

  boolean hasFailed() {
    return !failures.isEmpty();
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public void close() throws Exception {
    stopped = true;
    thread.join();
    client.close();
  }
}
