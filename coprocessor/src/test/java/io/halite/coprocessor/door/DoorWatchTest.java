package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.wait.RunningClock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.junit.jupiter.api.Test;

class DoorWatchTest {
  private static Set<ServerName> cluster(int servers) {
    Set<ServerName> cluster = new HashSet<>(others(servers - 1));
    cluster.add(HERE);
    return cluster;
  }

  @Test
  void inASmallClusterEveryOtherServerMayBeADoor() {
    assertThat(DoorWatch.candidates(cluster(32), HERE, 7))
        .containsExactlyInAnyOrderElementsOf(others(31));
    assertThat(DoorWatch.candidates(cluster(1), HERE, 7)).isEmpty();
  }

  @Test
  void inALargeClusterAGatewayRegionHasThirtyTwoDoorsWithItsOwnServer() {
    assertThat(DoorWatch.candidates(cluster(33), HERE, 7)).hasSize(31).doesNotContain(HERE);
    assertThat(DoorWatch.candidates(cluster(1_000), HERE, 7)).hasSize(31).doesNotContain(HERE);
  }

  @Test
  void whoLooksAfterDoorsDoesNotWaitForHbaseMeta() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    OpenRegion region = OpenRegion.of("b", "c");
    region.reading =
        () -> {
          reads.countDown();
          Uninterruptibles.awaitUninterruptibly(answers);
        };
    Door door = new Door(DoorMode.ALL, name -> true, mutation -> false, user -> false);
    try {
      door.opened(region);
      assertThat(reads.await(1, TimeUnit.MINUTES)).isTrue();
      GatewayRegion gateway = door.tables().values().iterator().next().here().iterator().next();
      gateway.count(true, 1);
      for (int i = 0; i < 600 && !gateway.isUsed(RunningClock.millis()); i++) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      assertThat(gateway.isUsed(RunningClock.millis())).as("a look has seen its request").isTrue();
    } finally {
      answers.countDown();
      door.close();
    }
  }

  private static Set<Thread> watching() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("halite-doors-"))
        .collect(Collectors.toSet());
  }

  /**
   * A server that stops may still open a region, and nobody would stop these threads.
   *
   * <p>It looks at all threads of the JVM, so the tests of a JVM run one after the other.
   */
  @Test
  void nobodyLooksAfterADoorThatWasClosedBeforeARegionOpens() throws Exception {
    Set<Thread> before = watching();
    Door closed = new Door(DoorMode.ALL, name -> true, mutation -> false, user -> false);
    closed.close();
    closed.opened(OpenRegion.of("b", "c"));
    assertThat(before).containsAll(watching());
    Door open = new Door(DoorMode.ALL, name -> true, mutation -> false, user -> false);
    open.opened(OpenRegion.of("b", "c"));
    try {
      assertThat(before.containsAll(watching())).as("this one's threads run").isFalse();
    } finally {
      open.close();
    }
  }

  @Test
  void gatewayRegionsOfOneServerUseDifferentDoors() {
    Set<ServerName> used = new HashSet<>();
    for (int number = 0; number < 64; number++) {
      used.addAll(DoorWatch.candidates(cluster(1_000), HERE, number * 0x4000000));
    }
    assertThat(used).hasSizeGreaterThan(500);
  }
}
