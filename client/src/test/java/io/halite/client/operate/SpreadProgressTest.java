package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.MethodDescriptor;
import io.halite.routing.endpoint.wire.SaltedTableProtos.FactsResponse;
import io.halite.routing.endpoint.wire.SaltedTableProtos.WalkResponse;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.junit.jupiter.api.Test;

/** How far a count of rows says that it has come, in two buckets of two pages each. */
class SpreadProgressTest {
  private static final FactsResponse FACTS = ScriptedFacts.of("key=row:*,salt=hash(*) % 2").build();

  private int walks;

  private WalkResponse page() {
    walks++;
    WalkResponse.Builder page = WalkResponse.newBuilder().setRows(walks).setWrong(0);
    return walks % 2 == 0
        ? page.build()
        : page.setNext(ByteString.copyFrom(new byte[] {(byte) (walks / 2), 'k'})).build();
  }

  @Test
  void theCountsOfAllBucketsGrowAndEachBucketHasItsOwnRows() throws Exception {
    CoprocessorRpcChannel channel =
        Scripted.of(
            CoprocessorRpcChannel.class,
            (call, given) ->
                ((MethodDescriptor) given[0]).getName().equals("Facts") ? FACTS : page());
    Table table = Scripted.of(Table.class, (call, given) -> channel);
    Connection connection = Scripted.of(Connection.class, (call, given) -> table);
    List<String> said = new ArrayList<>();
    Spread spread =
        SaltedTableOperations.of(connection, TableName.valueOf("t"))
            .spread(progress -> said.add(progress.steps() + ": " + progress.rows()));
    assertThat(said).containsExactly("1: 1", "2: 3", "3: 6", "4: 10");
    assertThat(spread.buckets()).extracting(Spread.Share::rows).containsExactly(3L, 7L);
  }
}
