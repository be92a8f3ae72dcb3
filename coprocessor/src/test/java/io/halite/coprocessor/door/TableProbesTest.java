package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

/** How often the gateway regions of one table ask other servers, on a simulated clock. */
class TableProbesTest {
  private static final int MILLIS = 2;

  private final TableProbes probes = new TableProbes();
  private final List<GatewayRegion> gateways = new ArrayList<>();
  private final List<OpenRegion> regions = new ArrayList<>();
  private long now;
  private int asked;

  private OpenRegion add(List<ServerName> doors) throws IOException {
    OpenRegion region = OpenRegion.of("c%04d".formatted(regions.size()), "d");
    region.doors.addAll(doors);
    region.probing =
        () -> {
          asked++;
          now += MILLIS;
        };
    GatewayRegion gateway =
        new GatewayRegion(
            region,
            new DoorLoads(),
            new ServedLoad(),
            new TableShares(),
            probes,
            Redirects.assignments());
    gateway.startRedirecting();
    regions.add(region);
    gateways.add(gateway);
    return region;
  }

  /** One look at all gateway regions; returns how long it takes, in milliseconds. */
  private long look(List<ServerName> servers) {
    long begin = now;
    ProbeRound round = new ProbeRound();
    probes.inTurn(gateways).forEach(gateway -> gateway.probe(servers, round, () -> now));
    long millis = now - begin;
    now += 1_000;
    return millis;
  }

  private long redirecting() {
    return gateways.stream().filter(gateway -> gateway.isRedirecting(now)).count();
  }

  private void lookFor(long millis, List<ServerName> servers) {
    for (long end = now + millis; now < end; ) {
      look(servers);
    }
  }

  @Test
  void aThousandGatewayRegionsAskEachOtherServerOnceInTwentySeconds() throws Exception {
    List<ServerName> servers = others(31);
    for (int i = 0; i < 1_000; i++) {
      add(servers);
    }
    long longest = 0;
    while (redirecting() < 1_000) {
      longest = Math.max(longest, look(servers));
      assertThat(now).as("milliseconds until all redirect").isLessThan(130_000);
    }
    lookFor(130_000, servers);
    assertThat(asked).as("once for each region and server").isGreaterThanOrEqualTo(31_000);
    asked = 0;
    for (long end = now + 200_000; now < end; ) {
      longest = Math.max(longest, look(servers));
      assertThat(redirecting()).isEqualTo(1_000);
    }
    assertThat(asked).as("31 servers, in ten times 20 seconds").isBetween(200, 400);
    assertThat(longest).as("milliseconds of the longest look").isLessThan(1_500);
  }

  @Test
  void aServerThatEndsIsLostToAllRegionsAfterTwoProbes() throws Exception {
    List<ServerName> servers = others(3);
    for (int i = 0; i < 50; i++) {
      add(servers);
    }
    lookFor(30_000, servers);
    regions.forEach(region -> region.doors.remove(server(2)));
    asked = 0;
    lookFor(22_500, servers);
    assertThat(regions.stream().mapToLong(region -> region.probed.size()).sum())
        .as("the first ones, and few more")
        .isLessThan(150 + 15);
    List<ServerName> alive = List.of(server(1), server(3));
    assertThat(gateways).allMatch(gateway -> gateway.doors(now).equals(alive));
  }

  @Test
  void aServerIsNoDoorOfARegionThatItDoesNotKnowYet() throws Exception {
    List<ServerName> servers = others(2);
    add(servers);
    look(servers);
    OpenRegion unknown = add(List.of(server(1)));
    look(servers);
    assertThat(gateways.get(1).doors(now)).containsExactly(server(1));
    lookFor(60_000, servers);
    assertThat(gateways.get(1).doors(now)).containsExactly(server(1));
    assertThat(gateways.get(0).doors(now)).as("of the region that it knows").isEqualTo(servers);
    unknown.doors.add(server(2));
    lookFor(20_000, servers);
    assertThat(gateways.get(1).doors(now)).isEqualTo(servers);
  }

  /** The owner of the row that a probe reads may be slow, or not there. */
  @Test
  void aRegionWhoseProbesFailCostsTheOthersNoDoor() throws Exception {
    List<ServerName> servers = others(2);
    for (int i = 0; i < 5; i++) {
      add(servers);
    }
    lookFor(10_000, servers);
    regions.get(3).doors.clear();
    for (int second = 0; second < 300; second++) {
      look(servers);
      assertThat(gateways.get(0).doors(now)).isEqualTo(servers);
    }
  }

  @Test
  void aRegionThatIsUsedAgainAsksNobodyForTheFirstTime() throws Exception {
    List<ServerName> servers = others(5);
    add(servers);
    GatewayRegion second = gateways.get(0);
    lookFor(10_000, servers);
    gateways.clear();
    add(servers);
    lookFor(600_000, servers);
    do {
      asked = 0;
      look(servers);
    } while (asked == 0);
    asked = 0;
    second.probe(servers, new ProbeRound(), () -> now);
    assertThat(asked).isZero();
    assertThat(second.doors(now)).isEqualTo(servers);
  }
}
