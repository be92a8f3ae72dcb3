package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import io.halite.routing.endpoint.wire.SaltedTableProtos.FactsResponse;
import io.halite.routing.endpoint.wire.SaltedTableProtos.WalkResponse;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.junit.jupiter.api.Test;

/** What {@code verify_salted} shows of a table with a wrong row in each of its first two pages. */
class VerifyLinesTest {
  private final List<String> lines = new ArrayList<>();
  private int walks;

  private static <T> T scripted(Class<T> type, InvocationHandler script) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, script));
  }

  private static FactsResponse facts() {
    return FactsResponse.newBuilder()
        .setSpec("key=row:*,salt=hash(*) % 2")
        .setVersion("0.1.0")
        .setServer("h2,16020,5")
        .setStart(ByteString.EMPTY)
        .setStop(ByteString.EMPTY)
        .setBytes(0)
        .setReads(0)
        .setWrites(0)
        .setForwardedReads(0)
        .setForwardedWrites(0)
        .build();
  }

  private WalkResponse page(boolean isLast) {
    WalkResponse.Builder page =
        WalkResponse.newBuilder().setRows(5).setWrong(1).addExample("row " + walks);
    return isLast ? page.build() : page.setNext(ByteString.copyFromUtf8("" + walks)).build();
  }

  private long verify(int pages) throws IOException {
    CoprocessorRpcChannel channel =
        scripted(
            CoprocessorRpcChannel.class,
            (proxy, method, given) -> {
              if (((MethodDescriptor) given[0]).getName().equals("Facts")) {
                return facts();
              }
              walks++;
              if (walks > pages) {
                throw new ServiceException(new IOException("the server has gone"));
              }
              return page(walks == 2);
            });
    Table table =
        scripted(
            Table.class,
            (proxy, method, given) -> method.getName().equals("close") ? null : channel);
    return SaltedCommands.verify(
        scripted(Connection.class, (proxy, method, given) -> table), "t", lines::add);
  }

  @Test
  void wrongRowsAndCountsAreShown() throws Exception {
    assertThat(verify(2)).isEqualTo(2);
    assertThat(lines).containsExactly("row 1", "row 2", "10 rows verified, 2 wrong");
  }

  @Test
  void whatWasFoundIsShownWhereTheCheckFails() {
    assertThatThrownBy(() -> verify(1)).hasMessage("the server has gone");
    assertThat(lines).containsExactly("row 1", "so far: 5 rows, 1 wrong");
  }
}
