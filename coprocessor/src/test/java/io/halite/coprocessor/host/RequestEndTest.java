package io.halite.coprocessor.host;

import static io.halite.coprocessor.host.Requests.bytes;
import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.multi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.ipc.ServerCall;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of requests, whose calls are HBase's own, without a connection. */
class RequestEndTest {
  private final List<String> done = new ArrayList<>();

  private static ServerCall<?> serve(Message request) throws ReflectiveOperationException {
    Field unsafe = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    Class<?> type = Class.forName("org.apache.hadoop.hbase.ipc.NettyServerCall");
    ServerCall<?> call =
        (ServerCall<?>) ((sun.misc.Unsafe) unsafe.get(null)).allocateInstance(type);
    Field param = ServerCall.class.getDeclaredField("param");
    param.setAccessible(true);
    param.set(call, request);
    RpcServer.setCurrentCall(call);
    return call;
  }

  private static ServerCall<?> serveMulti() throws ReflectiveOperationException {
    return serve(multi(each("r", get("row"))));
  }

  @AfterEach
  void endCall() {
    RpcServer.setCurrentCall(null);
  }

  @Test
  void aThreadKnowsARequestUntilItsEnd() throws Exception {
    ServerCall<?> call = serveMulti();
    ClientRequest request = ClientRequest.current();
    request.atEnd(() -> done.add("forgotten"));
    assertThat(ClientRequest.current()).isSameAs(request);
    call.getCallBack().run();
    assertThat(done).containsExactly("forgotten");
    assertThat(ClientRequest.current()).isNotSameAs(request);
  }

  @Test
  void getsAndScansAreNotAwaited() throws Exception {
    ServerCall<?> call = serve(RequestConverter.buildGetRequest(bytes("r"), new Get(bytes("row"))));
    ClientRequest request = ClientRequest.current();
    assertThat(ClientRequest.current()).isNotSameAs(request);
    assertThat(call.getCallBack()).isNull();
  }

  @Test
  void whatIsForgottenTwiceIsForgottenOnce() throws Exception {
    ServerCall<?> call = serveMulti();
    Runnable forget = () -> done.add("forgotten");
    ClientRequest.current().atEnd(forget);
    ClientRequest.current().atEnd(forget);
    call.getCallBack().run();
    assertThat(done).containsExactly("forgotten");
  }

  @Test
  void whatHBaseDoesAtTheEndIsDoneWheneverItSaysSo() throws Exception {
    ServerCall<?> call = serveMulti();
    call.setCallBack(() -> done.add("before"));
    ClientRequest.current().atEnd(() -> done.add("forgotten"));
    call.getCallBack().run();
    assertThat(done).containsExactly("forgotten", "before");
    done.clear();
    ClientRequest.current().atEnd(() -> done.add("forgotten"));
    call.setCallBack(() -> done.add("behind"));
    ClientRequest.current();
    call.getCallBack().run();
    assertThat(done).containsExactly("forgotten", "behind");
  }

  @Test
  void itIsDoneAlsoAfterAFailure() throws Exception {
    ServerCall<?> call = serveMulti();
    call.setCallBack(
        () -> {
          throw new IOException("of HBase");
        });
    ClientRequest.current()
        .atEnd(
            () -> {
              throw new IllegalStateException("of Halite");
            });
    assertThatThrownBy(() -> call.getCallBack().run()).hasMessage("of HBase");
  }
}
