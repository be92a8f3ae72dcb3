package io.halite.it.shell;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * HBase's shell for all tests of a class, which {@linkplain ExtendWith use} one cluster: the start
 * of a shell takes six seconds of a processor. A command that ends the shell ends it for its own
 * test only; the next command opens another one.
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
    HBaseShell shell = open.isPresent() ? open.get() : start(cluster);
    open = Optional.empty();
    try {
      String said = shell.run(commands);
      open = Optional.of(shell);
      return said;
    } finally {
      if (open.isEmpty()) {
        shell.close();
      }
    }
  }

  private HBaseShell start(EmbeddedCluster cluster) throws IOException, InterruptedException {
    ShellExtension extension = withHalite ? ShellExtension.built() : ShellExtension.NONE;
    HBaseShell shell =
        HBaseShell.open("localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), extension);
    if (withHalite) {
      shell.run("require 'halite'");
    }
    return shell;
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (open.isPresent()) {
      open.get().close();
    }
  }
}
