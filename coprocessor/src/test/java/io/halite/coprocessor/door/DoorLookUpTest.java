package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.at;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a door learns of a region that a client names and that it does not know. */
@Timeout(60)
class DoorLookUpTest {
  private static final RegionInfo UNKNOWN = OpenRegion.info("x", "y");

  private final Door door = new Door(DoorMode.ALL, name -> false, any -> false, any -> true);
  private final CountDownLatch readsMeta = new CountDownLatch(1);
  private final CountDownLatch answersMeta = new CountDownLatch(1);
  private final AtomicInteger readsOfHandlers = new AtomicInteger();
  private final Thread handler = Thread.currentThread();

  @AfterEach
  void close() {
    answersMeta.countDown();
    door.close();
  }

  private void readMeta() {
    if (Thread.currentThread().equals(handler)) {
      readsOfHandlers.incrementAndGet();
      return;
    }
    readsMeta.countDown();
    try {
      answersMeta.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Message serve(RpcCall call, OpenRegion guest) throws Exception {
    RpcServer.setCurrentCall(call);
    try {
      return door.serve(
              call,
              toServer -> {
                ClientRequest.current().pins().takeOver(guest.region());
                return Pair.newPair(GetResponse.getDefaultInstance(), null);
              },
              refused -> {})
          .getFirst();
    } finally {
      RpcServer.setCurrentCall(null);
    }
  }

  @Test
  void aHandlerDoesNotWaitForHbaseMeta() throws Exception {
    OpenRegion guest = OpenRegion.of("b", "c");
    guest.reading = this::readMeta;
    guest.locations = List.of(at(guest.region().getRegionInfo(), HERE), at(UNKNOWN, server(1)));
    door.opened(guest);
    readsMeta.await();
    RpcCall call = Doors.call(Doors.probe(UNKNOWN));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> serve(call, guest))
          .isExactlyInstanceOf(NotServingRegionException.class);
    }
    assertThat(answersMeta.getCount()).as("hbase:meta has not answered").isEqualTo(1);
    assertThat(readsOfHandlers).hasValue(0);
    answersMeta.countDown();
    DoorTable table = door.tables().values().iterator().next();
    while (table.find(OpenRegion.name(UNKNOWN)).isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(serve(call, guest)).isEqualTo(GetResponse.getDefaultInstance());
    assertThat(readsOfHandlers).hasValue(0);
  }
}
