package io.halite.routing.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a row as long as HBase can store, its client finds the region by the beginning alone. */
class RegionStubTest {
  private final List<byte[]> called = new ArrayList<>();

  /** A table that says which region is called, and calls none. */
  private <T> T table(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              called.add((byte[]) arguments[arguments.length - 1]);
              throw new UnsupportedOperationException(method.getName());
            }));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1_000, KeyBytes.MAX_STORED_LENGTH})
  void aRegionIsCalledByARowThatHBaseCanLookUp(int length) {
    byte[] row = new byte[length];
    Arrays.fill(row, (byte) 'b');
    Table table = table(Table.class);
    AsyncTable<?> async = table(AsyncTable.class);
    List<KeyRange> all = List.of(KeyRange.all());
    List<ThrowingCallable> calls =
        List.of(
            () -> RegionStub.facts(table, row),
            () -> RegionStub.server(table, row),
            () -> RegionStub.reading(table, row, all, 0),
            () -> RegionStub.vacant(async, row, 1, all),
            () -> RegionStub.rest(async, row, 1));
    for (ThrowingCallable call : calls) {
      assertThatThrownBy(call).isInstanceOf(UnsupportedOperationException.class);
    }
    assertThat(called)
        .hasSameSizeAs(calls)
        .allSatisfy(
            each ->
                assertThat(KeyBytes.readable(each))
                    .isEqualTo(KeyBytes.readable(KeyBytes.lookUp(row))));
  }
}
