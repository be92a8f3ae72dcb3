package io.halite.it.upstream;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main class of a suite's own JVM: runs one suite, or some of its methods, and writes each
 * outcome as it comes, so that a killed JVM leaves what it has found.
 */
final class SuiteMain {
  private SuiteMain() {}

  /**
   * @param arguments file to write, suite, methods (all if none is named)
   */
  public static void main(String[] arguments) throws IOException {
    Change change = Change.ofThisJvm();
    KeptResumer.install();
    change.install();
    Set<String> methods = Arrays.stream(arguments).skip(2).collect(Collectors.toUnmodifiableSet());
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(arguments[1]))
            .filters(
                EngineFilter.includeEngines("junit-vintage", "junit-jupiter"),
                new MethodFilter(methods))
            .build();
    Launcher launcher = LauncherFactory.create();
    try (OutcomeListener listener =
        new OutcomeListener(
            Files.newBufferedWriter(Path.of(arguments[0]), StandardCharsets.UTF_8))) {
      launcher.execute(request, listener);
    }
    Files.write(
        SuiteRun.requestsBeside(Path.of(arguments[0])),
        change.requests().stream().map(kind -> Long.toString(kind.sum().getAsLong())).toList());
    // Embedded clusters leave threads behind that would keep the process alive.
    System.exit(0);
  }
}
