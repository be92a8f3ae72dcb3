package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.OpenRegion.info;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Which region of a {@link DoorTable} is the guest for a gateway region. */
class GuestChoiceTest {
  private static final RegionInfo WHOLE = info("b", "");

  private final DoorTable table = new DoorTable(Redirects.assignments());

  private static Stream<RegionInfo> gateways(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> info("%06d".formatted(i), "%06d".formatted(i + 1)));
  }

  private Stream<GatewayRegion> guests(int count) {
    return gateways(count).map(gateway -> table.guest(gateway).orElseThrow());
  }

  @Test
  void theGuestOfARegionIsTheSameWhileTheRegionsHereAre() throws Exception {
    for (String start : List.of("d", "e", "f", "g")) {
      table.add(OpenRegion.of(start, start + "1"));
    }
    for (RegionInfo gateway : gateways(3).toList()) {
      GatewayRegion guest = table.guest(gateway).orElseThrow();
      assertThat(table.holds(guest)).isTrue();
      table.refresh(0);
      assertThat(table.guest(gateway)).containsSame(guest);
    }
  }

  @Test
  void severalRegionsHereShareTheGuestsWork() throws Exception {
    table.add(OpenRegion.of("d", "e"));
    table.add(OpenRegion.of("e", "f"));
    assertThat(guests(100).map(GatewayRegion::name).distinct()).hasSize(2);
  }

  @Test
  void aFullRegionIsNoGuestWhileAnotherHasRoom() throws Exception {
    OpenRegion first = OpenRegion.of("d", "e");
    OpenRegion second = OpenRegion.of("e", "f");
    table.add(first);
    GatewayRegion room = table.add(second);
    first.full = true;
    assertThat(guests(20)).containsOnly(room);
    second.full = true;
    assertThat(guests(100).distinct()).hasSize(2);
  }

  @Test
  void aRegionThatServesNoRequestsYetIsNoGuest() throws Exception {
    OpenRegion first = OpenRegion.of("d", "e");
    OpenRegion second = OpenRegion.of("e", "f");
    table.add(first);
    GatewayRegion online = table.add(second);
    first.serving = false;
    second.full = true;
    assertThat(guests(20)).containsOnly(online);
    second.serving = false;
    assertThat(table.guest(info("b", "c"))).isEmpty();
  }

  /** It was split or merged since its client has read {@code hbase:meta}. */
  @Test
  void aRegionWithRowsOfTheOneThatIsNamedIsNoGuest() throws Exception {
    for (String[] borders :
        List.of(
            new String[] {"d", "f"},
            new String[] {"d", "e"},
            new String[] {"e", "f"},
            new String[] {"c", "d1"},
            new String[] {"e1", ""},
            new String[] {"d1", "d2"},
            new String[] {"", ""})) {
      table.add(OpenRegion.of(borders[0], borders[1]));
    }
    assertThat(table.guest(info("d", "f"))).isEmpty();
    GatewayRegion before = table.add(OpenRegion.of("a", "d"));
    GatewayRegion after = table.add(OpenRegion.of("f", "g"));
    assertThat(IntStream.range(1, 100).mapToObj(i -> table.guest(info("d", "f", i)).orElseThrow()))
        .contains(before, after)
        .allMatch(guest -> guest.equals(before) || guest.equals(after));
  }

  @Test
  void theRegionBeforeTheByteZeroIsNoGuest() throws Exception {
    GatewayRegion none = table.add(OpenRegion.of("", "\\x00"));
    assertThat(none.guestRow()).isEmpty();
    assertThat(table.guest(WHOLE)).isEmpty();
    GatewayRegion first = table.add(OpenRegion.of("\\x00", "b"));
    assertThat(first.guestRow()).contains(ByteString.copyFrom(new byte[1]));
    assertThat(table.guest(WHOLE)).containsSame(first);
  }

  @Test
  void aGuestsRowIsItsStartKeyOrTheByteZero() throws Exception {
    assertThat(table.add(OpenRegion.of("", "")).guestRow()).contains(bytes(0));
    assertThat(table.add(OpenRegion.of("", "\\x00\\x00")).guestRow()).contains(bytes(0));
    assertThat(table.add(OpenRegion.of("b", "c")).guestRow()).contains(bytes('b'));
  }

  private static ByteString bytes(int only) {
    return ByteString.copyFrom(new byte[] {(byte) only});
  }
}
