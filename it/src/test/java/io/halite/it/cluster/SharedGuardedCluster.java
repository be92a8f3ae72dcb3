package io.halite.it.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hbase.security.Superusers;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that ask for a {@link GuardedCluster} the one of this test run: two region servers,
 * started when the first asks, stopped after the last test of all. Each test class has tables and
 * users of its own names.
 */
public final class SharedGuardedCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedGuardedCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == GuardedCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    GuardedCluster cluster =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent("cluster", key -> new Resource(), Resource.class)
            .cluster;
    knowItsSuperusers(cluster);
    return cluster;
  }

  /** HBase keeps one list for the whole JVM, of the cluster that was started last. */
  private static void knowItsSuperusers(GuardedCluster cluster) {
    try {
      Superusers.initialize(cluster.cluster().configuration());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Resource implements AutoCloseable {
    private final GuardedCluster cluster;

    Resource() {
      try {
        cluster = GuardedCluster.start(2);
      } catch (Exception e) {
        throw new IllegalStateException("the shared guarded cluster did not start", e);
      }
    }

    @Override
    public void close() throws Exception {
      knowItsSuperusers(cluster);
      cluster.close();
    }
  }
}
