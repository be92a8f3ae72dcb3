package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostponedRowsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] ROW = {'a'};
  private static final IOException FAILURE = new IOException("no answer");

  private final CurrentCall multi = CurrentCall.of(MultiRequest.getDefaultInstance());

  @AfterEach
  void end() {
    multi.close();
  }

  private static void add(ClientRequest request) {
    PostponedRows.of(request).add(TABLE, ROW, FAILURE);
  }

  private static boolean isPostponed(ClientRequest request) {
    return PostponedRows.of(request).why(TABLE, ROW).isPresent();
  }

  @Test
  void aRowIsPostponedUntilItsRequestHasEnded() {
    add(ClientRequest.current());
    assertThat(isPostponed(ClientRequest.current())).isTrue();
    try (CurrentCall next = CurrentCall.of(MultiRequest.getDefaultInstance())) {
      assertThat(isPostponed(ClientRequest.current())).isFalse();
    }
  }

  /** If it took them away, a delete of the row behind it would be applied before its put. */
  @Test
  void aRequestOfTheServerToItselfLeavesTheRowsOfTheClientsRequest() {
    add(ClientRequest.current());
    RpcCall call = RpcServer.unsetCurrentCall().orElseThrow();
    ClientRequest hidden = ClientRequest.current();
    assertThat(isPostponed(hidden)).isFalse();
    add(hidden);
    RpcServer.setCurrentCall(call);
    assertThat(isPostponed(ClientRequest.current())).isTrue();
  }

  @Test
  void aThreadWithoutACallRemembersNoRows() {
    RpcServer.unsetCurrentCall();
    ClientRequest none = ClientRequest.current();
    add(none);
    assertThat(isPostponed(none)).isFalse();
  }
}
