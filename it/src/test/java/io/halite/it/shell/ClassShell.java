package io.halite.it.shell;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * HBase's shell for all tests of a class, which use one cluster: to start a shell takes six seconds
 * of processor time. If a command ends the shell, the next command starts another one.
 */
public final class ClassShell implements AfterAllCallback {
  private final boolean withHalite;
  private Optional<HBaseShell> open = Optional.empty();

  private ClassShell(boolean withHalite) {
    this.withHalite = withHalite;
  }

  /** A shell of HBase alone. */
  public static ClassShell plain() {
    return new ClassShell(false);
  }

  /** A shell with Halite's commands. */
  static ClassShell withHalite() {
    return new ClassShell(true);
  }

  /** Runs commands on the cluster, as {@link HBaseShell#run} does. */
  public String run(EmbeddedCluster cluster, String commands)
      throws IOException, InterruptedException {
    if (open.isEmpty()) {
      ShellExtension extension = withHalite ? ShellExtension.built() : ShellExtension.NONE;
      open =
          Optional.of(
              HBaseShell.open(
                  "localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), extension));
      if (withHalite) {
        run("require 'halite'");
      }
    }
    return run(commands);
  }

  private String run(String commands) throws IOException, InterruptedException {
    try {
      return open.orElseThrow().run(commands);
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private void close() throws IOException {
    Optional<HBaseShell> last = open;
    open = Optional.empty();
    if (last.isPresent()) {
      last.get().close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    close();
  }
}
