package io.halite.it.upstream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes one {@link SuiteOutcome} line for each test that ends, and for each class that fails
 * whole.
 */
final class OutcomeListener implements TestExecutionListener, AutoCloseable {
  /** Stands for the method where set-up, tear-down or a rule of the whole class failed. */
  static final String WHOLE_CLASS = "(class)";

  private static final Pattern PARAMETER = Pattern.compile("\\[(\\d+)[:\\]].*");

  private final Writer out;
  private TestPlan plan;

  OutcomeListener(Writer out) {
    this.out = out;
  }

  @Override
  public void testPlanExecutionStarted(TestPlan testPlan) {
    plan = testPlan;
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(new SuiteOutcome(methodOf(test), parameterOf(test), Status.SKIPPED, reason));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Status status =
        switch (result.getStatus()) {
          case SUCCESSFUL -> Status.PASSED;
          case ABORTED -> Status.SKIPPED;
          case FAILED -> Status.FAILED;
        };
    if (test.isTest() || status == Status.FAILED) {
      String error = result.getThrowable().map(OutcomeListener::describe).orElse("");
      write(new SuiteOutcome(methodOf(test), parameterOf(test), status, error));
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private void write(SuiteOutcome outcome) {
    try {
      out.write(outcome.toLine() + '\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("outcome of " + outcome.method(), e);
    }
  }

  private static String methodOf(TestIdentifier test) {
    return MethodName.of(test.getSource(), test.getUniqueIdObject()).orElse(WHOLE_CLASS);
  }

  /** The index of the parameter set; its name is no use, lambdas in it change from run to run. */
  private String parameterOf(TestIdentifier test) {
    UniqueId.Segment last = test.getUniqueIdObject().getLastSegment();
    if (last.getType().equals("test-template-invocation")) {
      return last.getValue();
    }
    for (Optional<TestIdentifier> one = Optional.of(test);
        one.isPresent();
        one = plan.getParent(one.get())) {
      Matcher index = PARAMETER.matcher(one.get().getDisplayName());
      if (index.matches()) {
        return index.group(1);
      }
    }
    return "";
  }

  /** The error's first lines as one, and the line of the test that met it. */
  private static String describe(Throwable error) {
    String what =
        String.valueOf(error)
            .lines()
            .map(String::strip)
            .filter(l -> !l.isEmpty())
            .limit(4)
            .collect(Collectors.joining(" "));
    return Arrays.stream(error.getStackTrace())
        .filter(frame -> frame.getClassName().matches(".*\\.(Abstract)?\\w*Test\\w*(\\$.*)?"))
        .filter(frame -> !frame.getClassName().contains("HBaseTestingUtility"))
        .findFirst()
        .map(frame -> "%s (%s:%d)".formatted(what, frame.getFileName(), frame.getLineNumber()))
        .orElse(what);
  }
}
