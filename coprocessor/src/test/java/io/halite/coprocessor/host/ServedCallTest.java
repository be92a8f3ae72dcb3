package io.halite.coprocessor.host;

import static io.halite.coprocessor.host.Requests.each;
import static io.halite.coprocessor.host.Requests.get;
import static io.halite.coprocessor.host.Requests.multi;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.junit.jupiter.api.Test;

class ServedCallTest {
  private static final MultiRequest NATURAL = multi(each("r", get("row")));
  private static final MultiRequest SERVED = multi(each("guest", get("row")));

  private String asked = "nothing";
  private List<Object> given = List.of();

  private RpcCall served() {
    RpcCall call =
        (RpcCall)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {RpcCall.class},
                (proxy, method, arguments) -> {
                  asked = method.getName();
                  given = arguments == null ? List.of() : Arrays.asList(arguments);
                  return switch (asked) {
                    case "getParam" -> NATURAL;
                    case "getDeadline" -> 1234L;
                    case "sendResponseIfReady" -> throw new IOException("the client is gone");
                    case "getPriority" -> throw new IllegalStateException("no header");
                    default -> null;
                  };
                });
    return ServedCall.of(call, SERVED);
  }

  @Test
  void onlyTheMessageIsAnother() {
    assertThat(served().getParam()).isSameAs(SERVED);
    assertThat(asked).isEqualTo("nothing");
    assertThat(served().getDeadline()).isEqualTo(1234);
  }

  @Test
  void everyOtherMethodReachesTheClientsCallWithItsArguments() throws Exception {
    IOException failure = new IOException("failed");
    served().setResponse(SERVED, (CellScanner) null, failure, "why");
    assertThat(asked).isEqualTo("setResponse");
    assertThat(given).containsExactly((Message) SERVED, null, failure, "why");
  }

  @Test
  void anExceptionOfTheCallIsThrownAsItIs() {
    assertThatThrownBy(() -> served().sendResponseIfReady())
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the client is gone");
    assertThatThrownBy(() -> served().getPriority())
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("no header");
  }
}
