package com.example.flights;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
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

/**
 * Writes flights into a salted table and reads them back. All keys are natural: nothing here salts.
 *
 * <p>The class path holds {@code hbase-site.xml}, which names the connection plug-in, and the
 * address of a cluster that has Halite installed.
 */
public final class Flights {
  private static final TableName NAME = TableName.valueOf("example-flights");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] DELAY = Bytes.toBytes("delay");

  /** Which segments a key has, and what to salt: all flights from one airport lie in one bucket. */
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=from:3 departure:8:revtime to:3,salt=hash(from) % 4");

  private static final KeyLayout LAYOUT = SPEC.layout();
  private static final Instant MORNING = Instant.parse("2026-11-23T06:00:00Z");

  private final Connection connection;
  private final PrintStream out;

  /** Writes what it reads to {@code out}. */
  public Flights(Connection connection, PrintStream out) {
    this.connection = connection;
    this.out = out;
  }

  /** Runs on the cluster that {@code hbase-site.xml} names. */
  public static void main(String[] args) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(conf).get()) {
      String blocking = connection.getClass().getSimpleName();
      System.out.println("by " + blocking + " and " + async.getClass().getSimpleName());
      Flights flights = new Flights(connection, System.out);
      flights.run();
      flights.delays(async).join();
    }
  }

  /** Creates the table, writes, reads. */
  public void run() throws IOException {
    create();
    try (Table table = connection.getTable(NAME)) {
      write(table);
      Result row = table.get(new Get(key("ATL", 2, "SFO")));
      out.println("delay of ATL 08:00 SFO: " + Bytes.toString(row.getValue(F, DELAY)));

      out.println("to LAX or SFO:");
      SegmentFilter west = SegmentFilter.where(LAYOUT, "to in (LAX, SFO)");
      try (ResultScanner rows = table.getScanner(west.applyTo(new Scan()))) {
        rows.forEach(each -> out.println("  " + text(each)));
      }

      int count = 0;
      try (ResultScanner rows = table.getScanner(UnorderedAttribute.putOn(new Scan(), 4))) {
        while (rows.next() != null) {
          count++;
        }
      }
      out.println("flights, counted in any order: " + count);
    }
    newest();
  }

  /** Prints how late three flights were, in this order; no thread waits for an answer. */
  private CompletableFuture<Void> delays(AsyncConnection async) {
    AsyncTable<?> table = async.getTable(NAME);
    CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
    for (String from : List.of("ATL", "DFW", "ORD")) {
      CompletableFuture<Result> answer = table.get(new Get(key(from, 1, "BOS")));
      before =
          before.thenAcceptBoth(
              answer,
              (printed, row) ->
                  out.println(text(row) + ": " + Bytes.toString(row.getValue(F, DELAY))));
    }
    return before;
  }

  private void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(NAME)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(NAME)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
                .setValue("coprocessor$1", "|io.halite.coprocessor.SaltingObserver||" + SPEC)
                .setValue("coprocessor$2", "|io.halite.coprocessor.latest.LatestEndpoint||")
                .build(),
            SPEC.salt().splitPoints().toArray(byte[][]::new));
      }
    }
  }

  /** A flight that departs so many hours after six. */
  private static byte[] key(String from, int hours, String to) {
    return LAYOUT
        .key()
        .set("from", from)
        .set("departure", MORNING.plusSeconds(3600L * hours))
        .set("to", to)
        .build();
  }

  private static void write(Table table) throws IOException {
    String[] destinations = {"LAX", "BOS", "SFO", "ANC"};
    for (String from : List.of("ATL", "DFW", "ORD")) {
      for (int hours = 0; hours < destinations.length; hours++) {
        Put put = new Put(key(from, hours, destinations[hours]));
        table.put(put.addColumn(F, DELAY, Bytes.toBytes("" + 5 * hours)));
      }
    }
  }

  private void newest() throws IOException {
    out.println("the last two of each airport:");
    try (LatestClient client = LatestClient.open(connection, NAME);
        LatestAnswers answers = client.ask(LatestQuery.newest(2).ofAllKeys())) {
      for (KeyAnswer answer : answers) {
        for (LatestRow row : answer.rows()) {
          out.println("  " + text(row.result()));
        }
      }
    }
  }

  private static String text(Result row) {
    var key = LAYOUT.read(row.getRow());
    return key.text("from") + " " + key.time("departure") + " " + key.text("to");
  }
}
