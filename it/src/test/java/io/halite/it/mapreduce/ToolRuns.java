package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.Polling;
import io.halite.it.mapreduce.ToolCase.Route;
import io.halite.it.mapreduce.ToolCase.Way;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.CellCounter;
import org.apache.hadoop.hbase.mapreduce.CopyTable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.HashTable;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.mapreduce.RowCounter;
import org.apache.hadoop.hbase.mapreduce.SyncTable;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication;
import org.apache.hadoop.hbase.mapreduce.replication.VerifyReplication.Verifier.Counters;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Runs HBase's tools side by side, since each mostly waits for its own polls.
 *
 * @param cluster redirects the connections of all tables that do not turn that off
 */
record ToolRuns(EmbeddedCluster cluster, Path directory) {
  private static final int AT_ONCE = 6;
  private static final int ROWS = 24;

  /** What failed, by case; empty if each case has its result. */
  Map<ToolCase, Throwable> failures(List<ToolCase> cases) throws Exception {
    Map<ToolCase, Future<?>> runs = new LinkedHashMap<>();
    Map<ToolCase, Throwable> failures = new LinkedHashMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      for (ToolCase each : cases) {
        runs.put(
            each,
            threads.submit(
                () -> {
                  new Run(each).run();
                  return each;
                }));
      }
      for (Map.Entry<ToolCase, Future<?>> run : runs.entrySet()) {
        try {
          run.getValue().get();
        } catch (ExecutionException e) {
          System.out.printf("failed: %s: %s%n", run.getKey(), e.getCause());
          failures.put(run.getKey(), e.getCause());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return failures;
  }

  /** One case. */
  private final class Run {
    private final ToolCase what;
    private final LocalJobs jobs;
    private final List<byte[]> keys;
    private final byte[] further;

    Run(ToolCase what) throws IOException {
      this.what = what;
      this.jobs = new LocalJobs(cluster, Files.createTempDirectory(directory, "case"));
      List<byte[]> drawn = what.salt().keys();
      this.keys = drawn.subList(0, ROWS);
      this.further = drawn.get(ROWS);
    }

    void run() throws Exception {
      SaltingSpec spec = what.salt().spec();
      SaltingSpec other = what.way() == Way.ACROSS ? what.salt().other() : spec;
      try (ToolTable from = create(Optional.of(spec).filter(of -> what.way() != Way.IN));
          ToolTable to = create(Optional.of(other).filter(of -> what.way() != Way.OUT))) {
        from.fill(keys);
        if (what.route() == Route.DOOR) {
          awaitGuests(from);
          awaitGuests(to);
        }
        switch (what.tool()) {
          case COPY_TABLE -> {
            succeed(new CopyTable(), "--new.name=" + to.name(), from.name());
            assertCopied(from, to);
          }
          case EXPORT_AND_IMPORT -> {
            String files = jobs.output();
            succeed(new Export(), from.name(), files);
            succeed(new Import(), to.name(), files);
            assertCopied(from, to);
          }
          case HASH_TABLE_AND_SYNC_TABLE -> {
            to.spoil(keys.get(0));
            to.spoil(further);
            String hashes = jobs.output();
            succeed(new HashTable(site()), "--batchsize=200", from.name(), hashes);
            succeed(new SyncTable(site()), "--dryrun=false", hashes, from.name(), to.name());
            assertCopied(from, to);
          }
          case ROW_COUNTER_AND_CELL_COUNTER -> {
            succeed(new RowCounter(), from.name(), "--expectedCount=" + ROWS);
            succeed(new CellCounter(), from.name(), jobs.output());
          }
          case VERIFY_REPLICATION -> {
            to.fill(keys);
            // Not a further row: the tool does not see those ahead of the first row of a region.
            to.spoil(keys.get(0));
            assertThat(compared(from, to)).isEqualTo("23 equal, 1 not");
          }
        }
      }
    }

    private ToolTable create(Optional<SaltingSpec> spec) throws IOException {
      return ToolTable.create(cluster, spec, keys, what.route() == Route.DOOR);
    }

    private Configuration site() throws IOException {
      Configuration site = jobs.configuration();
      return what.route() == Route.PLUG_IN ? PlugIn.into(site) : site;
    }

    private int run(Tool tool, String... arguments) throws Exception {
      return ToolRunner.run(site(), tool, arguments);
    }

    private void succeed(Tool tool, String... arguments) throws Exception {
      assertThat(run(tool, arguments)).as(tool.getClass().getSimpleName()).isZero();
    }

    private void assertCopied(ToolTable from, ToolTable to) throws IOException {
      assertThat(from.cells()).hasSizeGreaterThan(ROWS);
      assertThat(to.cells()).isEqualTo(from.cells());
      to.assertStores(keys);
    }

    private String compared(ToolTable from, ToolTable to) throws Exception {
      String peer = cluster.utility().getClusterKey();
      var job =
          new VerifyReplication()
              .createSubmittableJob(
                  site(), new String[] {"--peerTableName=" + to.name(), peer, from.name()});
      assertThat(job.waitForCompletion(false)).isTrue();
      return "%d equal, %d not"
          .formatted(
              job.getCounters().findCounter(Counters.GOODROWS).getValue(),
              job.getCounters().findCounter(Counters.BADROWS).getValue());
    }

    /** Waits until guests serve nearly all requests of a new connection. */
    private void awaitGuests(ToolTable table) throws Exception {
      if (table.hasDoors()) {
        Polling.until("guests serve " + table.name(), () -> isServedByGuests(table));
      }
    }

    private boolean isServedByGuests(ToolTable table) throws IOException {
      try (Connection connection = ConnectionFactory.createConnection(cluster.configuration());
          Table client = connection.getTable(table.table().name())) {
        long before = DoorCluster.sum(cluster, DoorCounts::served);
        for (byte[] key : keys) {
          client.get(new Get(key));
        }
        return DoorCluster.sum(cluster, DoorCounts::served) > before + ROWS / 2;
      }
    }
  }
}
