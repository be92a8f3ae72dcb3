package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestKindTest {
  /** Methods that send no request, and calls of endpoints, which each endpoint's tests cover. */
  private static final Set<String> NO_REQUESTS =
      Set.of(
          "getName",
          "getConfiguration",
          "getTableDescriptor",
          "getDescriptor",
          "getRegionLocator",
          "getRequestAttributes",
          "getRpcTimeout",
          "setRpcTimeout",
          "getReadRpcTimeout",
          "setReadRpcTimeout",
          "getWriteRpcTimeout",
          "setWriteRpcTimeout",
          "getOperationTimeout",
          "setOperationTimeout",
          "coprocessorService",
          "batchCoprocessorService",
          "close");

  /** The methods of a table that an example calls. */
  private static List<Method> called(RequestKind kind) throws Exception {
    List<Method> called = new ArrayList<>();
    kind.send((Table) proxy(Table.class, called));
    return called;
  }

  private static Object proxy(Class<?> type, List<Method> called) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> {
          called.add(method);
          Class<?> answer = method.getReturnType();
          if (answer == boolean.class) {
            return false;
          }
          if (answer == long.class) {
            return 0L;
          }
          return answer.isInterface() ? proxy(answer, new ArrayList<>()) : null;
        });
  }

  @Test
  void everyOperationOfATableHasAnExample() throws Exception {
    List<Method> called = new ArrayList<>();
    for (RequestKind kind : RequestKind.values()) {
      called.addAll(called(kind));
    }
    assertThat(Arrays.stream(Table.class.getMethods()))
        .filteredOn(method -> !NO_REQUESTS.contains(method.getName()))
        .hasSizeGreaterThan(25)
        .allSatisfy(method -> assertThat(called).contains(method));
  }

  @ParameterizedTest
  @EnumSource
  void anExampleSendsOneRequest(RequestKind kind) throws Exception {
    assertThat(called(kind)).hasSize(1);
  }
}
