package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import io.halite.client.operate.Scripted;
import io.halite.client.operate.ScriptedFacts;
import io.halite.routing.endpoint.wire.SaltedTableProtos.WalkResponse;
import java.io.IOException;
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

  private WalkResponse page(boolean isLast) {
    WalkResponse.Builder page =
        WalkResponse.newBuilder().setRows(5).setWrong(1).addExample("row " + walks);
    return isLast ? page.build() : page.setNext(ByteString.copyFromUtf8("" + walks)).build();
  }

  private long verify(int pages) throws IOException {
    CoprocessorRpcChannel channel =
        Scripted.of(
            CoprocessorRpcChannel.class,
            (call, given) -> {
              if (((MethodDescriptor) given[0]).getName().equals("Facts")) {
                return ScriptedFacts.of("key=row:*,salt=hash(*) % 2").build();
              }
              walks++;
              if (walks > pages) {
                throw new ServiceException(new IOException("the server has gone"));
              }
              return page(walks == 2);
            });
    Table table = Scripted.of(Table.class, (call, given) -> channel);
    return SaltedCommands.verify(
        Scripted.of(Connection.class, (call, given) -> table), "t", lines::add);
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
