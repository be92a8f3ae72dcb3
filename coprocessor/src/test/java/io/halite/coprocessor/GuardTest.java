package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardTest {
  static Stream<Throwable> unchecked() {
    return Stream.of(
        new NullPointerException("x"),
        new IllegalStateException("x"),
        new NoClassDefFoundError("x"),
        new ExceptionInInitializerError("x"),
        new StackOverflowError("x"),
        new AssertionError("x"));
  }

  private static <T> T sneak(Throwable thrown) throws IOException {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof IOException io) {
      throw io;
    }
    throw (RuntimeException) thrown;
  }

  @ParameterizedTest
  @MethodSource("unchecked")
  void whateverIsUncheckedBecomesARefusalThatNamesTheHook(Throwable thrown) {
    assertThatThrownBy(() -> new Guard().run("prePut", () -> sneak(thrown)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("prePut")
        .hasMessageContaining(thrown.toString())
        .hasCause(thrown);
    assertThatThrownBy(() -> new Guard().call("preGetOp", () -> sneak(thrown)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasCause(thrown);
  }

  @ParameterizedTest
  @MethodSource("unchecked")
  void aHookThatMustNotFailDoesNot(Throwable thrown) {
    assertThatCode(() -> new Guard().runQuietly("start", () -> sneak(thrown)))
        .doesNotThrowAnyException();
    assertThatCode(() -> new Guard().runQuietly("start", () -> sneak(new IOException("x"))))
        .doesNotThrowAnyException();
  }

  @Test
  void anIOExceptionPassesUnchanged() {
    IOException given = new NotServingRegionException("x");
    assertThatThrownBy(() -> new Guard().run("prePut", () -> sneak(given))).isSameAs(given);
  }

  @Test
  void anAnswerPassesUnchanged() throws Exception {
    assertThat(new Guard().call("preGetOp", () -> "answer")).isEqualTo("answer");
  }
}
