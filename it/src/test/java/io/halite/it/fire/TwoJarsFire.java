package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.SaltingObserver;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.cluster.TestTable;
import io.halite.it.survival.HaliteJar;
import io.halite.routing.table.TableAttributes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.Test;

/**
 * The probe of {@link DeadlockFire} with two tables that load Halite from two jars, as during an
 * upgrade by attribute: their gateways take the permits of one server together.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=TwoJarsFire}.
 */
class TwoJarsFire {
  private static final int KEYS = 500;

  @Test
  void threeHandlersAServerNeverWaitForEachOther() throws Exception {
    Crowd crowd = probe("two jars", HaliteJar.second(Path.of("target")));
    assertThat(crowd.failures()).isEmpty();
    assertThat(crowd.longest().millis()).isLessThan(DeadlockFire.STALL_MILLIS);
  }

  /** The probe itself: each jar lets two of three handlers wait if it counts for itself. */
  @Test
  void threeHandlersDoWaitForEachOtherIfEachJarCountsItsOwn() throws Exception {
    Path apart = HaliteJar.changed(Path.of("target", "apart.jar"), "permits/", "permitz/");
    Crowd crowd = probe("two jars that count apart", apart);
    assertThat(crowd.longest().millis()).isGreaterThan(DeadlockFire.STALL_MILLIS);
  }

  private static Crowd probe(String what, Path second) throws Exception {
    try (EmbeddedCluster cluster = EmbeddedCluster.start(3, DeadlockFire.handlers(3));
        DeadlockFire.Connections clients = new DeadlockFire.Connections(cluster, false);
        TestTable one = create(cluster, "one", HaliteJar.built());
        TestTable two = create(cluster, "two", second)) {
      assertThat(loaders(one, two)).as("class loaders of the observer").hasSize(2);
      List<TableName> tables = List.of(one.name(), two.name());
      Crowd crowd = new Crowd(remoteKeys(cluster, tables), false);
      AtomicInteger next = new AtomicInteger();
      try (RegionChurn churn =
          RegionChurn.of(tables.toArray(TableName[]::new))
              .steps(Step.FLUSH, Step.MOVE)
              .start(
                  cluster.configuration(),
                  DeadlockFire.PATIENCE.plusSeconds(DeadlockFire.SECONDS))) {
        crowd.run(
            () -> clients.table(tables.get(next.getAndIncrement() % 2)),
            DeadlockFire.CLIENTS,
            DeadlockFire.SECONDS * 1000L,
            DeadlockFire.PATIENCE);
        System.out.printf(
            "fire: %-36s %d clients, %d operations, %d failed, longest %d ms (%s); %s%n",
            what,
            DeadlockFire.CLIENTS,
            crowd.operations(),
            crowd.failures().size(),
            crowd.longest().millis(),
            crowd.longest().operation(),
            churn);
      }
      return crowd;
    }
  }

  private static TestTable create(EmbeddedCluster cluster, String name, Path jar) throws Exception {
    return TestTable.named(name)
        .attribute(jar.toUri() + TableAttributes.salting(DeadlockFire.SPEC.toString()))
        .splits(DeadlockFire.SPEC.salt().splitPoints())
        .splitGateways()
        .create(cluster);
  }

  private static Set<ClassLoader> loaders(TestTable... tables) {
    Set<ClassLoader> loaders = new HashSet<>();
    for (TestTable table : tables) {
      for (HRegion region : table.store().regions()) {
        Object observer =
            region.getCoprocessorHost().findCoprocessor(SaltingObserver.class.getName());
        loaders.add(observer.getClass().getClassLoader());
      }
    }
    return loaders;
  }

  /** Keys whose owner is on another server than their gateway, in each table. */
  private static List<byte[]> remoteKeys(EmbeddedCluster cluster, List<TableName> tables)
      throws Exception {
    Random random = new Random(3);
    List<byte[]> keys = new ArrayList<>();
    while (keys.size() < KEYS) {
      byte[] key = new byte[6];
      random.nextBytes(key);
      boolean remote = true;
      for (TableName table : tables) {
        try (RegionLocator locator = cluster.connection().getRegionLocator(table)) {
          ServerName gateway = locator.getRegionLocation(key).getServerName();
          byte[] stored = DeadlockFire.SPEC.salt().salt(key);
          remote &= !locator.getRegionLocation(stored).getServerName().equals(gateway);
        }
      }
      if (remote) {
        keys.add(key);
      }
    }
    return keys;
  }
}
