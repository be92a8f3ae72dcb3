package io.halite.it.cluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that ask for a cluster the one of this test run: started when the first asks, stopped
 * after the last test of all.
 *
 * <p>A cluster whose master has died is replaced when the next test class or test asks. Otherwise
 * every later test would wait for that master until its time is up.
 *
 * @param <C> the kind of cluster
 */
public abstract class ClusterOfRun<C extends AutoCloseable> implements ParameterResolver {
  /** Starts a cluster. */
  @FunctionalInterface
  public interface Start<C> {
    /** Returns the running cluster. */
    C start() throws Exception;
  }

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

  @Override
  public final boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == kind;
  }

  @Override
  public final Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Store store = context.getRoot().getStore(Namespace.create(getClass()));
    Current current =
        store.getOrComputeIfAbsent(Current.class, key -> new Current(), Current.class);
    return current.running();
  }

  private final class Current implements AutoCloseable {
    private C cluster = started();

    synchronized C running() {
      if (!runs(cluster)) {
        System.err.printf("%s: the master has died; starting another cluster%n", this);
        closeTheDead();
        cluster = started();
      }
      prepare(cluster);
      return cluster;
    }

    private C started() {
      try {
        return start.start();
      } catch (Exception e) {
        throw new IllegalStateException(this + " did not start", e);
      }
    }

    private void closeTheDead() {
      try {
        close();
      } catch (Exception e) {
        // The tests that used it have failed already, and the next ones do not need it.
        System.err.printf("%s: the dead one did not close: %s%n", this, e);
      }
    }

    @Override
    public synchronized void close() throws Exception {
      prepare(cluster);
      cluster.close();
    }

    @Override
    public String toString() {
      return "the cluster of " + ClusterOfRun.this.getClass().getSimpleName();
    }
  }
}
