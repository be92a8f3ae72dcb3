package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.RowProcessorProtos.RowProcessorService;
import org.apache.hadoop.hbase.regionserver.Region;
import org.junit.jupiter.api.Test;

class ForeignEndpointsTest {
  private static final TableName TABLE = TableName.valueOf("t");

  /** A region of a table that allows the service. */
  private static RegionCoprocessorEnvironment allowing(String service) {
    Region region =
        answering(
            Region.class,
            Map.of(
                "getTableDescriptor",
                TableDescriptorBuilder.newBuilder(TABLE)
                    .setValue("halite.endpoints.allowed", service)
                    .build()));
    return answering(
        RegionCoprocessorEnvironment.class,
        Map.of("getRegion", region, "getRegionInfo", RegionInfoBuilder.newBuilder(TABLE).build()));
  }

  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> answers.get(method.getName())));
  }

  private static void require(String service) throws DoNotRetryIOException {
    ForeignEndpoints.requireAllowed(service, allowing(service));
  }

  /** They change rows below the hooks that keep natural keys out of the stores. */
  @Test
  void servicesThatChangeSeveralRowsAreRefusedThoughTheTableAllowsThem() {
    assertThatCode(() -> require("some.Service")).doesNotThrowAnyException();
    assertThatThrownBy(() -> require(MultiRowMutationService.getDescriptor().getFullName()))
        .isInstanceOf(DoNotRetryIOException.class);
    assertThatThrownBy(() -> require(RowProcessorService.getDescriptor().getFullName()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("endpoint hbase.pb.RowProcessorService would see stored keys")
        .hasMessageContaining("on table 't'")
        .hasMessageContaining("mutateRow or checkAndMutate");
  }
}
