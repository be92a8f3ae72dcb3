package io.halite.filters.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.junit.jupiter.api.Test;

class DelegatingFilterTest {
  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  private static Stream<Method> overridable(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !Modifier.isFinal(method.getModifiers()));
  }

  /** A host never calls the form for arrays of a filter that has the one for cells. */
  @Test
  void everyCallOfTheHostIsHandedOn() {
    Set<String> handedOn =
        Arrays.stream(DelegatingFilter.class.getDeclaredMethods())
            .map(DelegatingFilterTest::signature)
            .collect(Collectors.toSet());
    assertThat(
            overridable(FilterBase.class)
                .filter(method -> !method.isAnnotationPresent(Deprecated.class))
                .map(DelegatingFilterTest::signature)
                .filter(call -> !handedOn.contains(call)))
        .containsExactly("toByteArray[]");
  }
}
