package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.wire.SaltedTableProtos.FactsResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.junit.jupiter.api.Test;

/** What the operations make of regions that change or fail meanwhile. */
class SaltedTableOperationsTest {
  private final List<FactsResponse> answers = new ArrayList<>();

  private static byte[] row(int... bytes) {
    byte[] row = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      row[i] = (byte) bytes[i];
    }
    return row;
  }

  private static FactsResponse region(String spec, byte[] start, byte[] stop) {
    return ScriptedFacts.of(spec)
        .setStart(ByteString.copyFrom(start))
        .setStop(ByteString.copyFrom(stop))
        .build();
  }

  /** A table whose regions answer one after another, and walk nothing. */
  private SaltedTableOperations operations(FactsResponse... facts) throws IOException {
    answers.addAll(Arrays.asList(facts));
    Iterator<FactsResponse> next = List.copyOf(answers).iterator();
    CoprocessorRpcChannel channel =
        Scripted.of(
            CoprocessorRpcChannel.class,
            (call, given) -> {
              if (((MethodDescriptor) given[0]).getName().equals("Facts")) {
                return next.next();
              }
              throw new ServiceException(
                  new IOException("a row was not deleted", new IOException("the root")));
            });
    Table table = Scripted.of(Table.class, (call, given) -> channel);
    Connection connection = Scripted.of(Connection.class, (call, given) -> table);
    return SaltedTableOperations.of(connection, TableName.valueOf("t"));
  }

  @Test
  void regionsThatAreMergedMeanwhileAreCountedOnce() throws Exception {
    String spec = "key=row:*,salt=hash(*) % 4";
    FactsResponse first = region(spec, row(), row(1));
    assertThat(
            operations(
                    first,
                    first,
                    region(spec, row(1), row(2)),
                    region(spec, row(1), row(3)),
                    region(spec, row(3), row()))
                .facts())
        .extracting(RegionFacts::rows)
        .containsExactly(
            KeyRange.of(row(), row(1)), KeyRange.of(row(1), row(3)), KeyRange.of(row(3), row()));
  }

  /** HBase's shell prints the root of an exception alone. */
  @Test
  void aDeletionThatFailedInOneOfManyPlacesSaysSoAsTheRootOfItsError() throws Exception {
    SaltedTableOperations operations =
        operations(region("key=row:*,salt=random % 4", row(), row()));
    assertThatThrownBy(() -> operations.deleteByPrefix(row('a'), false, progress -> {}))
        .hasNoCause()
        .hasMessageContaining("may be deleted in some of their places alone")
        .hasMessageContaining("(a row was not deleted)");
  }
}
