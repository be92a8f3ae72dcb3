package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.GuardedCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A user has the same rights at a door as at the gateway. */
class DoorRightsIT {
  private static final byte[] SECRET = bytes("secret");
  private static final List<String> USERS =
      List.of("nobody", "reader", "writer", "column", "cells");

  private static GuardedCluster guarded;
  private static PlacedTable placed;
  private static PlacedTable late;

  @BeforeAll
  static void start() throws Exception {
    guarded = GuardedCluster.start(3, DoorCluster::turnOn);
    placed = PlacedTable.create(guarded.cluster());
    // HBase judges its cells one by one, instead of the request.
    late =
        PlacedTable.create(
            guarded.cluster(), plan -> plan.value("hbase.security.access.early_out", "false"));
    for (PlacedTable each : List.of(placed, late)) {
      fill(each);
    }
  }

  private static void fill(PlacedTable filled) throws Exception {
    filled.table().put(List.of("Anna", "anna", "bert"));
    TableName name = filled.table().name();
    try (Table table = filled.table().table()) {
      table.put(new Put(bytes("anna")).addColumn(F, SECRET, bytes("hidden")));
      Put own = put("carl", "own").addColumn(F, SECRET, bytes("hidden"));
      own.setACL("cells", new Permission(Permission.Action.READ));
      table.put(own);
    }
    guarded.grant("reader", name, null, null, Permission.Action.READ);
    guarded.grant("writer", name, null, null, Permission.Action.WRITE);
    guarded.grant("column", name, F, Q, Permission.Action.READ);
    filled.awaitDoor(new RawRequests(guarded.cluster().connection()));
  }

  @AfterAll
  static void stop() throws Exception {
    guarded.close();
  }

  private interface Request {
    Object send() throws Exception;
  }

  private static String outcome(Request request) throws Exception {
    try {
      return String.valueOf(request.send());
    } catch (IOException refusal) {
      return refusal.getClass().getSimpleName();
    }
  }

  private static String cells(Result result) {
    return result.listCells() == null ? "-" : RawRequests.text(result) + '*' + result.size();
  }

  private static List<String> outcomes(PlacedTable placed, String user, ServerName at)
      throws Exception {
    RawRequests requests = new RawRequests(guarded.connection(user));
    byte[] region = placed.name(0x60);
    List<String> outcomes = new ArrayList<>();
    for (String row : List.of("anna", "bert", "carl", "nobody")) {
      outcomes.add(
          outcome(() -> cells(requests.get(at, RawRequests.region(region), new Get(bytes(row))))));
      Get narrow = new Get(bytes(row)).addColumn(F, Q);
      outcomes.add(outcome(() -> cells(requests.get(at, RawRequests.region(region), narrow))));
      Get forged = new Get(bytes(row)).setAttribute("halite.door", bytes("Anna"));
      outcomes.add(outcome(() -> cells(requests.get(at, RawRequests.region(region), forged))));
    }
    outcomes.add(
        outcome(
            () -> {
              requests.put(at, RawRequests.region(region), put("dora", user));
              return "put";
            }));
    outcomes.add(
        outcome(
            () ->
                requests.multi(
                    at,
                    part(region, action(new Get(bytes("anna"))), action(put("emil", user))),
                    part(region, action(new Get(bytes("carl")).addColumn(F, Q))))));
    for (Scan scan : List.of(new Scan(), new Scan().addColumn(F, Q))) {
      outcomes.add(
          outcome(() -> requests.open(at, region, scan, 9).getCellsPerResultList().toString()));
    }
    return outcomes;
  }

  @Test
  void eachUserGetsTheSameAnswersAndRefusalsAtADoorAsAtTheGateway() throws Exception {
    compare(placed);
    assertThat(outcomes(placed, "nobody", placed.door()).toString())
        .contains("AccessDenied")
        .doesNotContain("=");
  }

  @Test
  void eachUserGetsTheSameCellsAtADoorAsAtTheGateway() throws Exception {
    compare(late);
    assertThat(outcomes(late, "cells", late.door()).toString()).contains("carl=own*2");
    assertThat(outcomes(late, "nobody", late.door()).toString()).doesNotContain("=");
  }

  @Test
  void forgedAttributesShowNoMoreAtADoorThanAtTheGateway() throws Exception {
    for (PlacedTable each : List.of(placed, late)) {
      for (String user : USERS) {
        Map<String, List<String>> atDoor = forgeries(each, user, each.door()).reads();
        assertThat(atDoor).as(user).isEqualTo(forgeries(each, user, each.home()).reads());
        List<String> honest = atDoor.get(Forgeries.NONE);
        atDoor.forEach(
            (attribute, answers) -> {
              for (int i = 0; i < answers.size(); i++) {
                String same = honest.get(i);
                assertThat(answers.get(i))
                    .as("%s of user %s, %s", i, user, attribute)
                    .satisfiesAnyOf(
                        answer -> assertThat(answer).isEqualTo(same),
                        answer -> assertThat(answer).matches(Forgeries::isRefusal));
              }
            });
      }
    }
    assertThat(forgeries(placed, "reader", placed.door()).reads().toString()).contains("anna=anna");
  }

  @Test
  void noGuestServesARequestWithTheMarkOfTheTablesSpec() throws Exception {
    for (PlacedTable each : List.of(placed, late)) {
      for (String user : USERS) {
        assertThat(forgeries(each, user, each.home()).marked()).allMatch(Forgeries::isRefusal);
        long served = DoorCluster.sum(guarded.cluster(), DoorCounts::served);
        assertThat(forgeries(each, user, each.door()).marked())
            .allMatch(answer -> answer.contains("NotServingRegionException"));
        assertThat(DoorCluster.sum(guarded.cluster(), DoorCounts::served)).isEqualTo(served);
      }
      assertThat(forgeries(each, "writer", each.door()).beside("nurse"))
          .containsExactly("NotServingRegionException", "-");
      assertThat(each.value("nurse")).isEqualTo("nurse");
      try (Table table = each.table().table()) {
        assertThat(table.exists(new Get(bytes(Forgeries.ROW)))).isFalse();
      }
    }
  }

  private static Forgeries forgeries(PlacedTable placed, String user, ServerName at)
      throws IOException {
    RawRequests requests = new RawRequests(guarded.connection(user));
    return new Forgeries(requests, at, placed.name(0x60));
  }

  private static void compare(PlacedTable compared) throws Exception {
    try (Table table = compared.table().table()) {
      table.put(List.of(put("dora"), put("emil")));
    }
    for (String user : USERS) {
      List<String> home = outcomes(compared, user, compared.home());
      long served = DoorCluster.sum(guarded.cluster(), DoorCounts::served);
      assertThat(outcomes(compared, user, compared.door())).as(user).isEqualTo(home);
      assertThat(DoorCluster.sum(guarded.cluster(), DoorCounts::served)).isGreaterThan(served + 10);
    }
    assertThat(compared.value("dora")).isEqualTo("writer");
  }

  @Test
  void aStrangerReadsOrClosesNoScanThatAnotherUserOpenedAtADoor() throws Exception {
    RawRequests reader = new RawRequests(guarded.connection("reader"));
    RawRequests stranger = new RawRequests(guarded.connection("nobody"));
    var opened = reader.open(placed.door(), placed.name(0x60), new Scan(), 1);
    assertThat(outcome(() -> stranger.next(placed.door(), opened.getScannerId(), 1)))
        .isEqualTo("AccessDeniedException");
    var other = reader.open(placed.door(), placed.name(0x60), new Scan(), 1);
    assertThat(outcome(() -> close(stranger, other.getScannerId())))
        .isEqualTo("AccessDeniedException");
    var own = reader.open(placed.door(), placed.name(0x60), new Scan(), 1);
    assertThat(outcome(() -> close(reader, own.getScannerId()))).isEqualTo("closed");
  }

  private static String close(RawRequests requests, long scanner) throws IOException {
    requests.close(placed.door(), scanner);
    return "closed";
  }
}
