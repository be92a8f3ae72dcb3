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
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Every way loses the same share of answers: that from a server to its client, and on a salted
 * table that from the owner to the gateway, too. How many applied conditional writes are answered
 * false, and how many increments count twice, beside a plain table? One salted table has doors and
 * another none; the plug-ins write to a third.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=OutcomeFire}; {@code
 * -Dhalite.fire.faults=40000}: a table whose gateways lose answers, too, loses half as many, the
 * plain one and that of the plug-ins a quarter. With fewer faults the intervals are too wide.
 */
class OutcomeFire {
  private static final int FAULTS = Integer.getInteger("halite.fire.faults", 40_000);
  private static final int PERCENT = 25;
  private static final int CLIENTS = 6;

  /** Otherwise a delete covers the next put, if that is of the same millisecond. */
  private static final List<ColumnFamilyDescriptor> ORDERED =
      List.of(ColumnFamilyDescriptorBuilder.newBuilder(F).setNewVersionBehavior(true).build());

  /** One table under one kind of client. */
  private record Run(String what, TestTable table, Configuration conf, int faults) {}

  /** A counted run. */
  private record Counted(OutcomeTally tally, int client, int forward) {}

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
      TestTable salted = salted(cluster, plan -> plan.value("halite.doors", "off"));
      TestTable doors = salted(cluster, plan -> {});
      TestTable direct = salted(cluster, plan -> {});
      Counted ofPlain = run(new Run("plain", plain, conf, FAULTS / 4));
      Counted ofSalted = run(new Run("salted", salted, conf, FAULTS / 2));
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      Counted ofDoors = run(new Run("salted, doors", doors, conf, FAULTS / 2));
      served = DoorCluster.sum(cluster, DoorCounts::served) - served;
      Counted ofPlugin = run(new Run("salted, plug-in", direct, plugin, FAULTS / 4));
      List<Counted> all = List.of(ofPlain, ofSalted, ofDoors, ofPlugin);
      System.out.printf(
          "%d answers lost; %d requests served by guests; over plain: salted %s; doors %s; with an"
              + " increment: salted %s; doors %s%n",
          all.stream().mapToInt(counted -> counted.client() + counted.forward()).sum(),
          served,
          over(ofSalted, ofPlain, false),
          over(ofDoors, ofPlain, false),
          over(ofSalted, ofPlain, true),
          over(ofDoors, ofPlain, true));
      assertThat(served).as("requests served by guests").isGreaterThan(FAULTS / 10);
      for (Counted counted : List.of(ofSalted, ofDoors, ofPlugin)) {
        assertThat(counted.tally().failed())
            .as("writes that failed, beside %d to the plain table", ofPlain.tally().failed())
            .isLessThanOrEqualTo(ofPlain.tally().failed());
        for (boolean incrementing : new boolean[] {false, true}) {
          Ratio ratio = over(counted, ofPlain, incrementing);
          assertThat(ratio.upper()).as("with its interval, %s", ratio).isLessThanOrEqualTo(1.1);
        }
        assertThat(counted.tally().doubled().hits()).isZero();
      }
    }
  }

  private static Ratio over(Counted salted, Counted plain, boolean incrementing) {
    return salted.tally().denied(incrementing).over(plain.tally().denied(incrementing));
  }

  private static TestTable salted(EmbeddedCluster cluster, Consumer<TablePlan> more)
      throws Exception {
    TablePlan plan =
        TestTable.numbered("salted")
            .salted(FOUR_BUCKETS)
            .families(ORDERED)
            .splitBuckets()
            .splits("client2", "client4");
    more.accept(plan);
    return plan.create(cluster);
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
    return new Counted(tally, client, forward);
  }
}
