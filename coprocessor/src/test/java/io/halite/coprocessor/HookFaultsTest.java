package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.coprocessor.BulkLoadObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every hook that the observer has, found by reflection, and whatever may go wrong inside it. */
class HookFaultsTest {
  /** Hooks from which HBase takes no exception at all, not even an IOException. */
  private static final Set<String> SILENT =
      Set.of("start", "stop", "postOpen", "preClose", "postBulkLoadHFile", "postWALRestore");

  static Stream<Method> hooks() {
    List<Method> hooks =
        Stream.of(SaltingObserver.class, ConditionalHooks.class, IncrementHooks.class)
            .flatMap(observer -> Arrays.stream(observer.getDeclaredMethods()))
            .filter(method -> java.lang.reflect.Modifier.isPublic(method.getModifiers()))
            .filter(method -> !method.isBridge() && !method.isSynthetic())
            .filter(
                method ->
                    SILENT.contains(method.getName())
                        || (method.getParameterCount() > 0
                            && method.getParameterTypes()[0] == ObserverContext.class))
            .toList();
    assertThat(hooks.stream().map(Method::getName)).containsAll(hooksOfHBase());
    return hooks.stream();
  }

  /** Those of HBase that the observer has, wherever it inherits them from. */
  private static Set<String> hooksOfHBase() {
    return Stream.of(RegionObserver.class, BulkLoadObserver.class)
        .flatMap(observer -> Arrays.stream(observer.getMethods()))
        .filter(hook -> hook.getParameterCount() > 0)
        .filter(hook -> hook.getParameterTypes()[0] == ObserverContext.class)
        .filter(HookFaultsTest::isOverridden)
        .map(Method::getName)
        .collect(Collectors.toSet());
  }

  private static boolean isOverridden(Method hook) {
    try {
      return !SaltingObserver.class
          .getMethod(hook.getName(), hook.getParameterTypes())
          .getDeclaringClass()
          .isInterface();
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static void call(SaltingObserver observer, Method hook) throws Throwable {
    Object[] arguments = new Object[hook.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      Class<?> type = hook.getParameterTypes()[i];
      if (type == boolean.class) {
        arguments[i] = false;
      } else if (type == int.class) {
        arguments[i] = 0;
      } else if (type == Operation.class) {
        arguments[i] = Operation.BATCH_MUTATE;
      }
    }
    try {
      hook.invoke(observer, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static SaltingObserver failing(Throwable fault) {
    return new SaltingObserver(
        new Guard(
            hook -> {
              if (fault instanceof IOException io) {
                throw io;
              }
              if (fault instanceof Error error) {
                throw error;
              }
              throw (RuntimeException) fault;
            }),
        SaltingObserver.class);
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void nothingButAnIOExceptionLeavesAHook(Method hook) {
    for (Throwable fault :
        List.of(new IllegalStateException("fault"), new NoClassDefFoundError("fault"))) {
      if (SILENT.contains(hook.getName())) {
        assertThatCode(() -> call(failing(fault), hook)).doesNotThrowAnyException();
      } else {
        assertThatThrownBy(() -> call(failing(fault), hook))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining(hook.getName())
            .hasCause(fault);
      }
    }
    IOException refusal = new NotServingRegionException("fault");
    if (SILENT.contains(hook.getName())) {
      assertThatCode(() -> call(failing(refusal), hook)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> call(failing(refusal), hook)).isSameAs(refusal);
    }
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void anObserverThatCouldNotStartRefusesAndNeverFailsUnchecked(Method hook) {
    SaltingObserver observer = new SaltingObserver();
    assertThatCode(
            () -> {
              try {
                call(observer, hook);
              } catch (IOException expected) {
                assertThat(expected).isInstanceOf(DoNotRetryIOException.class);
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void theEndpointHookIsGuardedToo() {
    SaltingObserver observer = failing(new IllegalStateException("fault"));
    assertThatThrownBy(
            () ->
                observer
                    .getEndpointObserver()
                    .orElseThrow()
                    .preEndpointInvocation(null, null, "m", null))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("preEndpointInvocation");
  }
}
