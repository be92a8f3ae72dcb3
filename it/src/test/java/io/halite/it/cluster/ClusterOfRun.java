package io.halite.it.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that ask for a cluster the one of this JVM: started when the first asks, stopped when
 * the JVM ends, or when a test asks for one of another kind. So a JVM has one: clusters that wait
 * take a tenth of a core each.
 *
 * <p>A cluster whose master has died is replaced when the next test class or test asks. Otherwise
 * every later test would wait for that master until its time is up. A running one is cleared when a
 * test class has ended.
 *
 * @param <C> the kind of cluster
 */
public abstract class ClusterOfRun<C extends AutoCloseable>
    implements ParameterResolver, AfterAllCallback {
  /** Starts a cluster. */
  @FunctionalInterface
  public interface Start<C> {
    /** Returns the running cluster. */
    C start() throws Exception;
  }

  /**
   * The one of this JVM, in a list of one or none. No store of JUnit's lasts as long: with several
   * JVMs, Surefire starts JUnit again for each test class, which closes them.
   */
  private static final List<ClusterOfRun<?>.Current> CURRENT = new ArrayList<>();

  private static final int CLOSE_SECONDS = 25;

  private final Class<C> kind;
  private final Start<C> start;

  /** One cluster for all test classes that this very extension class is registered for. */
  protected ClusterOfRun(Class<C> kind, Start<C> start) {
    this.kind = kind;
    this.start = start;
  }

  /** Whether the cluster has a master. */
  protected abstract boolean runs(C cluster);

  /** What must be set before a test uses the cluster, or before it is closed. */
  protected void prepare(C cluster) {}

  /** Takes away what a test class must not leave to the next one. */
  protected void clear(C cluster) throws Exception {}

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == kind;
  }

  @Override
  public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    synchronized (CURRENT) {
      if (CURRENT.isEmpty()) {
        ShutdownHookManager.get()
            .addShutdownHook(
                ClusterOfRun::closeAll,
                FileSystem.SHUTDOWN_HOOK_PRIORITY + 1,
                CLOSE_SECONDS,
                TimeUnit.SECONDS);
      }
      if (CURRENT.isEmpty() || CURRENT.get(0).kind() != getClass()) {
        closeAll();
        CURRENT.add(new Current());
      }
      return CURRENT.get(0).running();
    }
  }

  @Override
  public final void afterAll(ExtensionContext context) throws Exception {
    ended(context.getRequiredTestClass());
  }

  /** A test class has ended; those inside of others leave what the others may need. */
  final void ended(Class<?> tests) throws Exception {
    if (!tests.isMemberClass()) {
      synchronized (CURRENT) {
        for (ClusterOfRun<?>.Current each : CURRENT) {
          if (each.kind() == getClass()) {
            each.clear();
          }
        }
      }
    }
  }

  private static void closeAll() {
    synchronized (CURRENT) {
      CURRENT.forEach(cluster -> cluster.closeQuietly());
      CURRENT.clear();
    }
  }

  private final class Current {
    private C cluster = started();

    Class<?> kind() {
      return ClusterOfRun.this.getClass();
    }

    synchronized C running() {
      if (!runs(cluster)) {
        System.err.printf("%s: the master has died; starting another cluster%n", this);
        closeQuietly();
        cluster = started();
      }
      prepare(cluster);
      return cluster;
    }

    synchronized void clear() throws Exception {
      if (runs(cluster)) {
        ClusterOfRun.this.clear(cluster);
      }
    }

    private C started() {
      try {
        return start.start();
      } catch (Exception e) {
        throw new IllegalStateException(this + " did not start", e);
      }
    }

    private void closeQuietly() {
      try {
        close();
      } catch (Exception e) {
        // No test needs it any more; those that a dead one has failed have said so.
        System.err.printf("%s did not close: %s%n", this, e);
      }
    }

    private synchronized void close() throws Exception {
      prepare(cluster);
      cluster.close();
    }

    @Override
    public String toString() {
      return "the cluster of " + ClusterOfRun.this.getClass().getSimpleName();
    }
  }
}
