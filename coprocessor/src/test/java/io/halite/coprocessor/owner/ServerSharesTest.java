package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class ServerSharesTest {
  private static final ServerName HERE = ServerName.valueOf("a", 1, 1);
  private static final ServerName OTHER = ServerName.valueOf("b", 1, 1);
  private static final ServerName THIRD = ServerName.valueOf("c", 1, 1);

  private static final Budget MINUTE = budget(60_000);

  /** Of so many milliseconds, by a clock that stands. */
  private static Budget budget(long millis) {
    return Budget.of(millis, Long.MAX_VALUE, () -> false, () -> 0);
  }

  private static HandlerPermits permits() {
    return new HandlerPermits(
        new Configuration(false), SaltingMetrics.unseen(), new ConcurrentHashMap<>());
  }

  private static ServerShares shares(int handlers) {
    return new ServerShares(site(handlers), HERE, permits(), alone(), 1_000, 1);
  }

  private static ServerWide alone() {
    return new ServerWide(new ConcurrentHashMap<>(), HERE);
  }

  private static Configuration site(int handlers) {
    Configuration site = new Configuration(false);
    site.setInt("hbase.regionserver.handler.count", handlers);
    return site;
  }

  private static List<ServerShares.Share> enter(ServerShares shares, ServerName server, int times)
      throws NotSentException {
    List<ServerShares.Share> entered = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      entered.add(shares.enter(server, MINUTE));
    }
    return entered;
  }

  @Test
  void oneServerTakesThreeQuartersOfTheHandlers() throws NotSentException {
    ServerShares shares = shares(30);
    enter(shares, OTHER, 22);

    assertThatThrownBy(() -> shares.enter(OTHER, MINUTE))
        .isInstanceOf(NotSentException.class)
        .hasMessageStartingWith("22 handlers already wait for server b,1,1");
    assertThat(ForwardRetry.nothingRan(NotSentException.crowded(OTHER, 22))).isTrue();
    assertThat(enter(shares, THIRD, 22)).hasSize(22);
  }

  @Test
  void oneAnswerAdmitsOneMore() throws NotSentException {
    ServerShares shares = shares(4);
    List<ServerShares.Share> entered = enter(shares, OTHER, 3);
    assertThatThrownBy(() -> shares.enter(OTHER, MINUTE)).isInstanceOf(NotSentException.class);

    entered.get(0).close();

    assertThat(shares.enter(OTHER, MINUTE)).isNotNull();
    assertThatThrownBy(() -> shares.enter(OTHER, MINUTE)).isInstanceOf(NotSentException.class);
  }

  @Test
  @Timeout(60)
  void whileTheServerAnswersOthersWaitForAPlace() throws Exception {
    ServerShares shares = new ServerShares(site(4), HERE, permits(), alone(), 60_000, 60_000);
    BlockingQueue<ServerShares.Share> waiting = new LinkedBlockingQueue<>(enter(shares, OTHER, 3));
    ServerShares.Share first = waiting.take();
    first.answered();
    first.close();
    waiting.add(shares.enter(OTHER, MINUTE));
    AtomicInteger served = new AtomicInteger();
    Thread answers = new Thread(() -> answer(waiting, served));
    answers.start();
    for (int i = 0; i < 100; i++) {
      waiting.add(shares.enter(OTHER, MINUTE));
    }
    answers.interrupt();
    answers.join();
    assertThat(served.get()).isGreaterThanOrEqualTo(97);
  }

  private static void answer(BlockingQueue<ServerShares.Share> waiting, AtomicInteger served) {
    try {
      while (true) {
        ServerShares.Share share = waiting.take();
        share.answered();
        share.close();
        served.incrementAndGet();
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @Timeout(60)
  void aPlaceThatIsGivenBackWithoutAnAnswerMakesNobodyWait() throws NotSentException {
    ServerShares shares = new ServerShares(site(4), HERE, permits(), alone(), 3_600_000, 3_600_000);
    enter(shares, OTHER, 3).get(0).close();
    enter(shares, OTHER, 1);
    assertThatThrownBy(() -> shares.enter(OTHER, MINUTE)).isInstanceOf(NotSentException.class);
  }

  @Test
  @Timeout(60)
  void nobodyWaitsForAPlaceBeyondHisOwnTime() throws NotSentException {
    ServerShares shares = new ServerShares(site(4), HERE, permits(), alone(), 3_600_000, 3_600_000);
    enter(shares, OTHER, 3).get(0).answered();
    for (int left : new int[] {2, 0, -5}) {
      assertThatThrownBy(() -> shares.enter(OTHER, budget(left)))
          .isInstanceOf(NotSentException.class);
    }
  }

  @Test
  void twoJarsOnOneServerTakeThreeQuartersOfTheHandlersTogether() throws NotSentException {
    Map<String, Object> sharedData = new ConcurrentHashMap<>();
    ServerShares older = ofJar(30, sharedData);
    ServerShares newer = ofJar(60, sharedData);
    List<ServerShares.Share> entered = enter(older, OTHER, 20);
    enter(newer, OTHER, 2);

    for (ServerShares jar : List.of(older, newer)) {
      assertThatThrownBy(() -> jar.enter(OTHER, MINUTE))
          .as("the size is that of the jar that came first")
          .isInstanceOf(NotSentException.class)
          .hasMessageStartingWith("22 handlers already wait for server b,1,1");
    }
    assertThat(enter(newer, THIRD, 22)).hasSize(22);
    entered.forEach(ServerShares.Share::close);
    assertThat(enter(newer, OTHER, 20)).as("whose place was in the other jar").hasSize(20);
    assertThatThrownBy(() -> older.enter(OTHER, MINUTE)).isInstanceOf(NotSentException.class);
  }

  private static ServerShares ofJar(int handlers, Map<String, Object> sharedData) {
    ServerWide shared = new ServerWide(sharedData, HERE);
    return new ServerShares(site(handlers), HERE, permits(), shared, 3_600_000, 3_600_000);
  }

  /** Otherwise requests of one jar, which wait for places, would keep those of the other out. */
  @Test
  @Timeout(60)
  void anAnswerToOneJarLetsRequestsOfTheOtherWaitForAPlace() throws Exception {
    Map<String, Object> sharedData = new ConcurrentHashMap<>();
    ServerShares newer = ofJar(4, sharedData);
    List<ServerShares.Share> entered = enter(ofJar(4, sharedData), OTHER, 3);
    entered.get(0).answered();
    FutureTask<ServerShares.Share> waiting = new FutureTask<>(() -> newer.enter(OTHER, MINUTE));
    Thread request = new Thread(waiting);
    request.start();
    while (request.getState() != Thread.State.TIMED_WAITING && !waiting.isDone()) {
      Thread.onSpinWait();
    }
    entered.get(1).close();
    assertThat(waiting.get()).isNotNull();
  }

  @Test
  void aServerThatStartsAgainTakesThePlacesOfTheOneBeforeIt() throws NotSentException {
    Map<String, Object> sharedData = new ConcurrentHashMap<>();
    ServerShares shares = ofJar(4, sharedData);
    List<ServerShares.Share> former = enter(shares, OTHER, 3);
    ServerName again = ServerName.valueOf("b", 1, 2);
    assertThatThrownBy(() -> shares.enter(again, budget(0)))
        .hasMessageContaining("3 handlers already wait for server b,1,2");
    former.forEach(ServerShares.Share::close);
    for (int start = 3; start < 10_000; start++) {
      shares.enter(ServerName.valueOf("b", 1, start), MINUTE).close();
    }
    assertThat(sharedData)
        .containsOnlyKeys(
            "bounds/1/a,1,1/places", "bounds/1/a,1,1/places/b:1", "bounds/1/a,1,1/answered/b:1");
  }

  @Test
  void serversOfOneJvmHavePlacesOfTheirOwn() throws NotSentException {
    Map<String, Object> sharedData = new ConcurrentHashMap<>();
    enter(ofJar(1, sharedData), OTHER, 1);
    ServerShares ofThird =
        new ServerShares(
            site(1), THIRD, permits(), new ServerWide(sharedData, THIRD), 3_600_000, 3_600_000);
    assertThat(enter(ofThird, OTHER, 1)).hasSize(1);
  }

  @Test
  void serverItselfIsNotBounded() throws NotSentException {
    assertThat(enter(shares(4), HERE, 10)).hasSize(10);
  }

  @Test
  void aSingleHandlerMayForward() throws NotSentException {
    assertThat(enter(shares(1), OTHER, 1)).hasSize(1);
  }
}
