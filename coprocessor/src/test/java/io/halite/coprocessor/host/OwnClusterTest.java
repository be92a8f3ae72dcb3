package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.junit.jupiter.api.Test;

class OwnClusterTest {
  private static final Object NO_SERVER = new Object();

  private static boolean isOfOther(Put put) throws Exception {
    MutationProto arrived = ProtobufUtil.toMutation(MutationType.PUT, put);
    return OwnCluster.isOfOther(arrived, NO_SERVER);
  }

  private static Put put() {
    return new Put(new byte[1]).addColumn(new byte[1], new byte[1], new byte[1]);
  }

  @Test
  void aWriteWithTheIdOfAClusterIsOfThatCluster() throws Exception {
    assertThat(isOfOther((Put) put().setClusterIds(List.of(UUID.randomUUID())))).isTrue();
  }

  @Test
  void aWriteWithoutIdsIsOfNoOtherCluster() throws Exception {
    assertThat(isOfOther(put())).isFalse();
    assertThat(isOfOther((Put) put().setAttribute("other", new byte[20]))).isFalse();
    assertThat(isOfOther((Put) put().setClusterIds(List.of()))).isFalse();
  }

  @Test
  void idsOfMoreClustersThanAnyoneHasAreNotRead() throws Exception {
    List<UUID> many = Stream.generate(UUID::randomUUID).limit(300).toList();
    assertThat(isOfOther((Put) put().setClusterIds(many.subList(0, 250)))).isTrue();
    assertThat(isOfOther((Put) put().setClusterIds(many))).isFalse();
  }

  @Test
  void aWriteWhoseIdsCannotBeReadIsOfNoOtherCluster() throws Exception {
    String name =
        put()
            .setClusterIds(List.of(UUID.randomUUID()))
            .getAttributesMap()
            .keySet()
            .iterator()
            .next();
    for (int length : new int[] {0, 3, 4, 11, 19}) {
      byte[] cut = new byte[length];
      Arrays.fill(cut, (byte) 1);
      assertThat(isOfOther((Put) put().setAttribute(name, cut))).as("%s", length).isFalse();
    }
  }
}
