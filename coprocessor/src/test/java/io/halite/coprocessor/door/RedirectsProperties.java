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
  private static final long[] PAUSES = {5_000, 30_000, 180_000, 300_000};

  private Redirects redirects;
  private final Map<Integer, List<Long>> redirected = new HashMap<>();
  private Random random;
  private long now;

  @BeforeTry
  void startWithoutHistory() {
    redirects = new Redirects(HERE, new DoorLoads(), Redirects.memory());
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

  @Property
  void aConnectionThatNeverObeysIsRedirectedOncePerPauseAtMost(@ForAll long seed) {
    random = new Random(seed);
    for (int step = 0; step < STEPS; step++) {
      goOn();
      send(random.nextInt(PEERS), arrival(now));
    }
    redirected.forEach(
        (peer, times) -> {
          for (int i = 1; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 1))
                .as("time to redirect %s of connection %s", i, peer)
                .isGreaterThanOrEqualTo(IN_FLIGHT + PAUSES[Math.min(i, PAUSES.length) - 1]);
          }
        });
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
