package io.halite.coprocessor.door;

import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static io.halite.coprocessor.host.Requests.region;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRegionLoadStats;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionLoadStats;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuestStatisticsTest {
  private static final Decision KEEP = new Decision.Keep();
  private static final Decision DECLINE = new Decision.Decline();

  private final DoorTable table = new DoorTable(Redirects.assignments());
  private final Decision serve = new Decision.Serve(OpenRegion.info("m", "n"), table);
  private OpenRegion guest;

  @BeforeEach
  void open() throws IOException {
    guest = OpenRegion.of("b", "c");
    table.add(guest);
  }

  /** HBase's answer to a batch: each region that it has served, with its load. */
  private static MultiResponse loaded(MultiRequest served, List<String> names) {
    MultiRegionLoadStats.Builder loads = MultiRegionLoadStats.newBuilder();
    for (String name : names) {
      loads
          .addRegion(region(name))
          .addStat(RegionLoadStats.newBuilder().setMemStoreLoad(name.length()));
    }
    MultiResponse.Builder response = MultiResponse.newBuilder().setRegionStatistics(loads);
    served
        .getRegionActionList()
        .forEach(part -> response.addRegionActionResult(RegionActionResult.getDefaultInstance()));
    return response.build();
  }

  /** The regions and loads that the client reads, such as {@code kept 4}. */
  private List<String> read(MultiRequest request, List<String> names, Decision... decisions)
      throws IOException {
    Door.Next server =
        call -> {
          ClientRequest.current().pins().takeOver(guest.region());
          return Pair.newPair(loaded((MultiRequest) call.getParam(), names), null);
        };
    try (CurrentCall current = CurrentCall.of(request)) {
      MultiResponse response =
          (MultiResponse)
              new DoorCall(
                      RpcServer.getCurrentCall().orElseThrow(),
                      DoorRequest.of(request).orElseThrow(),
                      List.of(decisions),
                      counted -> {})
                  .serve(server, refused -> {})
                  .getFirst();
      List<String> read = new ArrayList<>();
      MultiRegionLoadStats loads = response.getRegionStatistics();
      assertThat(loads.getStatCount()).isEqualTo(loads.getRegionCount());
      for (int i = 0; i < loads.getRegionCount(); i++) {
        String region = loads.getRegion(i).getValue().toStringUtf8();
        read.add(region + ' ' + loads.getStat(i).getMemStoreLoad());
      }
      return read;
    }
  }

  @Test
  void theLoadOfAGuestIsThatOfTheRegionsThatTheClientAskedFor() throws Exception {
    String name = guest.name().toStringUtf8();
    MultiRequest request =
        multi(
            each("kept", put("a")), each("g", put("m")), each("h", put("n")), each("g", put("m")));
    assertThat(read(request, List.of("kept", name), KEEP, serve, serve, serve))
        .containsExactly("kept 4", "g " + name.length(), "h " + name.length());
  }

  @Test
  void aClientThatAsksForTheGuestItselfReadsItsLoadToo() throws Exception {
    String name = guest.name().toStringUtf8();
    MultiRequest request = multi(each(name, put("b1")), each("g", put("m")), each("d", put("o")));
    assertThat(read(request, List.of(name), KEEP, serve, DECLINE))
        .containsExactly(name + ' ' + name.length(), "g " + name.length());
  }
}
