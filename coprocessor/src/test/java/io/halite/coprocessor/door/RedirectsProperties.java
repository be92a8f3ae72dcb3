package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.arrival;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.peer;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.hadoop.hbase.ServerName;

/** What connections see of redirects, whatever they send when, and whichever doors there are. */
class RedirectsProperties {
  private static final int STEPS = 300;
  private static final int PEERS = 12;
  private static final long IN_FLIGHT = 1_000;
  private static final long STAYED = 300_000;
  private static final long LISTED = 21_000;
  private static final long[] PAUSES = {5_000, 30_000, 180_000, 300_000};

  private DoorLoads loads;
  private Redirects redirects;
  private final Map<Integer, List<Long>> redirected = new HashMap<>();
  private Random random;
  private long now;

  @BeforeTry
  void startWithoutHistory() {
    loads = new DoorLoads();
    redirects = new Redirects(HERE, loads, Redirects.assignments());
    redirected.clear();
    now = 0;
  }

  /** Half of the requests come soon after each other. */
  private void goOn() {
    now += random.nextBoolean() ? random.nextInt(400) : random.nextInt(200_000);
  }

  private List<ServerName> doors() {
    List<ServerName> doors = new ArrayList<>(others(5));
    Collections.shuffle(doors, random);
    return doors.subList(0, random.nextInt(6));
  }

  private List<Long> times(int peer) {
    return redirected.computeIfAbsent(peer, key -> new ArrayList<>());
  }

  private void send(int peer, Arrival arrival) {
    List<ServerName> doors = doors();
    Optional<ServerName> door = redirects.door(peer(peer), arrival, 1 + random.nextInt(100), doors);
    if (door.isPresent()) {
      assertThat(doors).contains(door.get());
      times(peer).add(now);
    }
  }

  /** Whatever waits for a handler, and for how long. */
  @Property
  void aConnectionThatObeysIsRedirectedOnceAtMost(@ForAll long seed) {
    random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      goOn();
      int peer = random.nextInt(PEERS);
      List<Long> times = times(peer);
      long received = now - (random.nextBoolean() ? 0 : random.nextInt(400_000));
      boolean isGone = !times.isEmpty() && received >= times.get(0) + IN_FLIGHT;
      if (!isGone) {
        send(peer, new Arrival(received, now));
        assertThat(times).as("redirects of connection %s", peer).hasSizeLessThanOrEqualTo(1);
      }
    }
  }

  /** A connection that comes back later than five minutes after a redirect may have obeyed. */
  @Property
  void aConnectionThatNeverObeysIsRedirectedOncePerPauseAtMost(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int others) {
    random = new Random(seed);
    long served = Long.MIN_VALUE / 2;
    long sent = Long.MIN_VALUE / 2;
    int returns = 0;
    for (int step = 0; step < STEPS; step++) {
      now += random.nextBoolean() ? random.nextInt(400) : random.nextInt(20_000);
      loads.add(HERE, 1e12, now);
      boolean redirected = redirects.door(peer(1), arrival(now), 1, others(others)).isPresent();
      if (redirected && returns > 0) {
        assertThat(now - served)
            .as("pause %s", returns)
            .isGreaterThanOrEqualTo(PAUSES[Math.min(returns, PAUSES.length) - 1]);
      }
      if (redirected) {
        sent = now;
      } else if (sent > served && now >= sent + IN_FLIGHT) {
        returns = now - sent - IN_FLIGHT >= STAYED ? 1 : returns + 1;
        served = now;
      }
    }
  }

  /** Doors go while it is redirected again and again. */
  @Property
  void aConnectionThatNeverObeysLosesOneMoreRequestAtMostForEachDoorThatGoes(
      @ForAll long seed, @ForAll @IntRange(max = 8) int gone) {
    random = new Random(seed);
    int lost = 0;
    long hour = 3_600_000;
    for (now = 0; now < hour; now += 500 + random.nextInt(500)) {
      loads.add(HERE, 1e12, now);
      List<ServerName> doors = others(10).subList((int) (gone * now / hour), 10);
      lost += redirects.door(peer(1), arrival(now), 1, doors).isPresent() ? 1 : 0;
    }
    long pauses = PAUSES.length + (hour / PAUSES[PAUSES.length - 1]);
    assertThat(lost).isLessThanOrEqualTo((int) pauses + gone);
  }

  /** As in a rolling restart: a door that has died is listed for some 20 seconds more. */
  @Property
  void aConnectionThatObeysIsAtItsGatewayForLessThanTenSecondsAfterEachDeathOfItsDoor(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int deaths) {
    dieOneAfterTheOther(seed, deaths, 45_000, 10_000);
  }

  /** It is sent on at the latest when the servers know that the first door is gone. */
  @Property
  void aConnectionIsAtItsGatewayForAsLongAsADeadDoorIsListedIfTheNextDiesBeforeThat(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int deaths) {
    dieOneAfterTheOther(seed, deaths, 0, LISTED + 10_000);
  }

  /**
   * Doors of one connection die.
   *
   * @param apart the least milliseconds from its return to the death of its next door
   * @param atHome how long it may be served at home after each
   */
  private void dieOneAfterTheOther(long seed, int deaths, long apart, long atHome) {
    random = new Random(seed);
    Map<ServerName, Long> died = new HashMap<>();
    List<ServerName> all = others(deaths + 2);
    long comes = 0;
    for (int death = 0; death <= deaths; death++) {
      loads.add(HERE, 1e12, comes);
      now = comes;
      Optional<ServerName> door = Optional.empty();
      while (door.isEmpty()) {
        door = redirects.door(peer(1), arrival(now), 1, listed(all, died));
        assertThat(now - comes).as("time at home after death %s", death).isLessThan(atHome);
        door = door.filter(given -> !died.containsKey(given));
        now += 1 + random.nextInt(500);
      }
      long dies = Math.max(now, comes + apart) + random.nextInt(3_600_000 / deaths);
      died.put(door.get(), dies);
      comes = dies + (random.nextBoolean() ? random.nextInt(500) : random.nextInt(60_000));
    }
  }

  private List<ServerName> listed(List<ServerName> all, Map<ServerName, Long> died) {
    return all.stream()
        .filter(door -> now < died.getOrDefault(door, Long.MAX_VALUE / 2) + LISTED)
        .toList();
  }

  @Property
  void noDoorIsAheadOfAnotherByMoreThanOneConnection(
      @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 1, max = 1000) Integer> weights,
      @ForAll @IntRange(max = 7) int others) {
    Map<ServerName, Integer> taken = new HashMap<>();
    others(others).forEach(door -> taken.put(door, 0));
    taken.put(HERE, 0);
    for (int i = 0; i < weights.size(); i++) {
      ServerName door =
          redirects.door(peer(i), arrival(0), weights.get(i), others(others)).orElse(HERE);
      taken.merge(door, weights.get(i), Integer::sum);
    }
    assertThat(Collections.max(taken.values()) - Collections.min(taken.values()))
        .isBetween(0, others == 0 ? Integer.MAX_VALUE : Collections.max(weights));
  }
}
