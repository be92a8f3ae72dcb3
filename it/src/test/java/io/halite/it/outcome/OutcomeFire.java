package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.outcome.Losses.Way;
import io.halite.it.outcome.Proportion.Ratio;
import io.halite.it.outcome.RenewedClient.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Every way loses the same share of answers: that from a server to its client, and on a salted
 * table that from the owner to the gateway, too. How many applied conditional writes are answered
 * false, and how many increments count twice, beside a plain table? One salted table has doors and
 * another none; the plug-ins write to a third. Two more, at doors, have an index, and a salt that
 * scatters rows.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=OutcomeFire}; {@code
 * -Dhalite.fire.faults=40000}: a table whose gateways lose answers, too, loses half as many, the
 * plain one and that of the plug-ins a quarter. With fewer faults the intervals are too wide.
 */
class OutcomeFire {
  private static final int FAULTS = Integer.getInteger("halite.fire.faults", 40_000);
  private static final int PERCENT = 25;
  private static final int CLIENTS = 6;

  /**
   * A gateway repeats a forward for 8 seconds, and seven lost answers may fill them: that is one
   * write in 16,384. Its client receives an error, and not false.
   */
  private static final int FAULTS_OF_A_FAILURE = 4_000;

  private static final String INDEXED = FOUR_BUCKETS + ",index=byVersion(f:q) % 4";

  /** Each row has a place of its own, somewhere among 65,536. */
  private static final String SCATTERED = "key=row:*,salt=md5(row)[0:4]";

  /** Otherwise a delete covers the next put, if that is of the same millisecond. */
  private static final List<ColumnFamilyDescriptor> ORDERED =
      List.of(ColumnFamilyDescriptorBuilder.newBuilder(F).setNewVersionBehavior(true).build());

  /** One table under one kind of client. */
  private record Run(String what, TestTable table, Configuration conf, int faults) {}

  /** A counted run. */
  private record Counted(String what, OutcomeTally tally, int client, int forward) {}

  @Test
  void aForwardThatLosesItsAnswerMakesNoConditionalWriteFalse() throws Exception {
    try (EmbeddedCluster cluster =
        DoorCluster.start(
            3, conf -> conf.set("hbase.rpc.client.impl", LosingRpcClient.class.getName()))) {
      Configuration conf = LosingClients.conf(cluster);
      Configuration plugin = PlugIns.on(conf);
      TestTable plain =
          TestTable.numbered("plain")
              .families(ORDERED)
              .splits("client2", "client4")
              .create(cluster);
      // Before the first run: whether a region applied what it has not is unknown at first.
      TestTable salted =
          salted(FOUR_BUCKETS).splitBuckets().value("halite.doors", "off").create(cluster);
      TestTable doors = salted(FOUR_BUCKETS).splitBuckets().create(cluster);
      TestTable direct = salted(FOUR_BUCKETS).splitBuckets().create(cluster);
      TestTable indexed = salted(INDEXED).splitBuckets().create(cluster);
      TestTable scattered = salted(SCATTERED).splits("4", "8", "b").create(cluster);
      Counted ofPlain = run(new Run("plain", plain, conf, FAULTS / 4));
      Counted ofSalted = run(new Run("salted", salted, conf, FAULTS / 2));
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      Counted ofDoors = run(new Run("salted, doors", doors, conf, FAULTS / 2));
      served = DoorCluster.sum(cluster, DoorCounts::served) - served;
      Counted ofPlugin = run(new Run("salted, plug-in", direct, plugin, FAULTS / 4));
      Counted ofIndexed = run(new Run("indexed, doors", indexed, conf, FAULTS / 2));
      Counted ofScattered = run(new Run("scattered, doors", scattered, conf, FAULTS / 2));
      List<Counted> beside = List.of(ofSalted, ofDoors, ofPlugin, ofIndexed, ofScattered);
      System.out.printf("%d requests served by guests; over plain:%n", served);
      for (Counted counted : beside) {
        System.out.printf(
            "%s: %d answers lost: %s; with an increment: %s%n",
            counted.what(),
            counted.client() + counted.forward(),
            over(counted, ofPlain, false),
            over(counted, ofPlain, true));
      }
      assertThat(served).as("requests served by guests").isGreaterThan(FAULTS / 10);
      for (Counted counted : beside) {
        assertThat(counted.tally().failed())
            .as("%s: writes that failed", counted.what())
            .isLessThanOrEqualTo(ofPlain.tally().failed() + FAULTS / FAULTS_OF_A_FAILURE);
        for (boolean incrementing : new boolean[] {false, true}) {
          Ratio ratio = over(counted, ofPlain, incrementing);
          assertThat(ratio.upper())
              .as("%s, with its interval: %s", counted.what(), ratio)
              .isLessThanOrEqualTo(1.1);
        }
        assertThat(counted.tally().doubled().hits()).as(counted.what()).isZero();
      }
    }
  }

  private static Ratio over(Counted salted, Counted plain, boolean incrementing) {
    return salted.tally().denied(incrementing).over(plain.tally().denied(incrementing));
  }

  private static TablePlan salted(String spec) {
    return TestTable.numbered("salted").salted(spec).families(ORDERED).splits("client2", "client4");
  }

  private static Counted run(Run run) throws Exception {
    OutcomeTally tally = new OutcomeTally();
    Losses losses =
        Losses.of(run.table().name(), Map.of(Way.CLIENT, PERCENT, Way.FORWARD, PERCENT));
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        byte[] row = Bytes.toBytes("client" + i);
        Kind kind = Kind.values()[i % Kind.values().length];
        writers.add(
            threads.submit(
                () -> {
                  try (RenewedClient client =
                      new RenewedClient(kind, run.conf(), run.table().name())) {
                    ConditionalWriter writer = new ConditionalWriter(row, client, tally);
                    while (losses.lost(Way.CLIENT) + losses.lost(Way.FORWARD) < run.faults()) {
                      writer.round();
                    }
                    writer.end();
                    return writer;
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    } finally {
      threads.shutdownNow();
      Losses.end();
    }
    int client = losses.lost(Way.CLIENT);
    int forward = losses.lost(Way.FORWARD);
    System.out.printf(
        "%s: answers lost to clients %d, to gateways %d; false though applied: %s;"
            + " with an increment: %s; failed: %d; increments counted twice: %s%n",
        run.what(),
        client,
        forward,
        tally.denied(false),
        tally.denied(true),
        tally.failed(),
        tally.doubled());
    return new Counted(run.what(), tally, client, forward);
  }
}
