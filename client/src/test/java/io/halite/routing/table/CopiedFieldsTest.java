package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Operation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Fails when HBase gives an operation a field that a copy would lose. */
class CopiedFieldsTest {
  static Stream<Arguments> fields() {
    return Stream.of(
        Arguments.of(Operation.class, Object.class, ""),
        Arguments.of(OperationWithAttributes.class, Operation.class, "attributes priority"),
        Arguments.of(Mutation.class, OperationWithAttributes.class, "durability familyMap row ts"),
        Arguments.of(Put.class, Mutation.class, ""),
        Arguments.of(Delete.class, Mutation.class, ""),
        Arguments.of(Increment.class, Mutation.class, "tr"),
        Arguments.of(Append.class, Mutation.class, "tr"),
        Arguments.of(
            Query.class,
            OperationWithAttributes.class,
            "colFamTimeRangeMap consistency filter loadColumnFamiliesOnDemand"
                + " queryMetricsEnabled targetReplicaId"),
        Arguments.of(
            Get.class,
            Query.class,
            "cacheBlocks checkExistenceOnly closestRowBefore familyMap maxVersions row storeLimit"
                + " storeOffset tr"),
        Arguments.of(
            Scan.class,
            Query.class,
            "allowPartialResults asyncPrefetch batch cacheBlocks caching familyMap includeStartRow"
                + " includeStopRow limit maxResultSize maxVersions mvccReadPoint needCursorResult"
                + " readType reversed small startRow stopRow storeLimit storeOffset tr"),
        Arguments.of(
            CheckAndMutate.class,
            Object.class,
            "action family filter op qualifier queryMetricsEnabled row timeRange value"),
        Arguments.of(RowMutations.class, Object.class, "mutations row"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fields")
  void hbaseHasNoFieldThatACopyDoesNotKnow(Class<?> type, Class<?> parent, String known) {
    Set<String> expected = new TreeSet<>(Arrays.asList(known.split(" ")));
    expected.remove("");
    assertThat(OperationFields.declaredBy(type))
        .as("fields of %s; teach StoredMutations or StoredReads a new one", type.getSimpleName())
        .isEqualTo(expected);
    assertThat(type.getSuperclass()).isEqualTo(parent);
  }
}
