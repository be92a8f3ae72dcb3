package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A region of a table without a spec, under an observer that the site loads. */
class PlainRegionTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final RegionRole ROLE =
      new PlainRegion(
          (RegionCoprocessorEnvironment)
              Proxy.newProxyInstance(
                  RegionCoprocessorEnvironment.class.getClassLoader(),
                  new Class<?>[] {RegionCoprocessorEnvironment.class},
                  (self, method, args) -> REGION),
          Optional.empty());

  @ParameterizedTest
  @ValueSource(strings = {"halite.where", "halite.latest"})
  void aScanThatNamesSegmentsIsRefusedSinceTheKeysHaveNone(String attribute) {
    Scan scan = new Scan().setAttribute(attribute, "3".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> ROLE.beforeOpening(scan, Optional.empty()))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage(
            attribute
                + " is set to '3', but table 't' has no spec, so its keys have no segments: put"
                + " key=<layout>,salt=none into the arguments of its coprocessor attribute (for a"
                + " table that stays unsalted), or leave "
                + attribute
                + " out");
  }

  @Test
  void anyOtherScanIsServed() {
    assertThatCode(() -> ROLE.beforeOpening(new Scan(), Optional.empty()))
        .doesNotThrowAnyException();
  }
}
