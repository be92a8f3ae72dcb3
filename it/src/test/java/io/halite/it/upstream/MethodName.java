package io.halite.it.upstream;

import java.util.Optional;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * The name of the method that a test of JUnit runs.
 *
 * <p>JUnit's engine for old tests gives a test no source if its class has other methods of that
 * name. The id of the test has the name: {@code [test:testAppend(org.apache.TestTags)]}.
 */
final class MethodName {
  /** What JUnit 4 puts in place of the tests of a class that it cannot run. */
  private static final String NO_TEST = "initializationError";

  private MethodName() {}

  /** The name; empty for a class, or for all tests of one parameter. */
  static Optional<String> of(Optional<TestSource> source, UniqueId test) {
    return source
        .filter(MethodSource.class::isInstance)
        .map(each -> ((MethodSource) each).getMethodName())
        .or(() -> inId(test.getLastSegment()));
  }

  private static Optional<String> inId(UniqueId.Segment last) {
    return Optional.of(last)
        .filter(segment -> segment.getType().equals("test"))
        .map(segment -> segment.getValue().replaceFirst("[\\[(].*", ""))
        .filter(name -> !name.isEmpty() && !name.equals(NO_TEST));
  }
}
