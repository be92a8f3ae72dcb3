package io.halite.it.process;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * The program of every process of a cluster. It runs the program of its role, and ends when its
 * time is over or when the process that started it is gone.
 *
 * <p>Arguments: the role, the directory of its settings, how many seconds it may run, and the id of
 * the process with which it ends, or 0.
 */
public final class ServerMain {
  private ServerMain() {}

  /** Runs the role's program. */
  public static void main(String[] arguments) throws Throwable {
    Role role = Role.valueOf(arguments[0]);
    Path directory = Path.of(arguments[1]);
    endAfter(Long.parseLong(arguments[2]));
    endWith(Long.parseLong(arguments[3]));
    if (role == Role.NAMENODE) {
      formatOnce();
    }
    try {
      Class.forName(role.program())
          .getMethod("main", String[].class)
          .invoke(null, (Object) role.arguments(directory).toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void endAfter(long seconds) {
    endWhenOver(
        "end of this server's time",
        () -> {
          try {
            Thread.sleep(seconds * 1000);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private static void endWith(long starter) {
    if (starter != 0) {
      endWhenOver(
          "end with the process that started this server",
          () -> ProcessHandle.of(starter).ifPresent(process -> process.onExit().join()));
    }
  }

  /** Halts: this server has nothing to tidy up and must not wait for others. */
  private static void endWhenOver(String name, Runnable wait) {
    Thread clock =
        new Thread(
            () -> {
              wait.run();
              Runtime.getRuntime().halt(0);
            },
            name);
    clock.setDaemon(true);
    clock.start();
  }

  private static void formatOnce() throws Exception {
    HdfsConfiguration settings = new HdfsConfiguration();
    Path image = Path.of(settings.get("dfs.namenode.name.dir"));
    if (!Files.exists(image.resolve("current"))) {
      // Formatting leaves its metrics registered, and the name node would refuse to add its own.
      DefaultMetricsSystem.setMiniClusterMode(true);
      NameNode.format(settings);
    }
  }
}
