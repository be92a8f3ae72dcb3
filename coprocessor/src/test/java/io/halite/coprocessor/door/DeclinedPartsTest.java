package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.call;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.multi;
import static io.halite.coprocessor.host.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts for regions of a salted table that its server does not know. */
class DeclinedPartsTest {
  private final Door door = new Door(DoorMode.ALL, name -> false, any -> false, any -> true);

  @BeforeEach
  void open() throws IOException {
    door.opened(OpenRegion.of("b", "c"));
  }

  @AfterEach
  void close() {
    door.close();
  }

  private void refuse(MultiRequest request) throws IOException {
    Door.Next never =
        served -> {
          throw new AssertionError(served.getParam());
        };
    MultiResponse answer =
        (MultiResponse) door.serve(call(request), never, refused -> {}).getFirst();
    assertThat(answer.getRegionActionResultList()).allMatch(each -> each.hasException());
  }

  /** An owner region has moved: no client has come here in vain. */
  @Test
  void forwardsThatAreDeclinedAreNotCounted() throws Exception {
    refuse(multi(each("t,x,1.x.", RequestParts.with(put("x1"), RequestParts.mark()))));
    assertThat(door.counts().declined()).isZero();
  }

  @Test
  void eachNaturalPartThatIsDeclinedCounts() throws Exception {
    refuse(multi(each("t,x,1.x.", put("x1")), each("t,y,1.y.", put("y1"))));
    assertThat(door.counts().declined()).isEqualTo(2);
  }
}
