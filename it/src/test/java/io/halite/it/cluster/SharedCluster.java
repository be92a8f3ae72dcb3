package io.halite.it.cluster;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that ask for an {@link EmbeddedCluster} the one of this test run: three region
 * servers, started when the first asks, stopped after the last test of all. Tests leave no table
 * behind.
 */
public final class SharedCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedCluster.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == EmbeddedCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent("cluster", key -> new Resource(), Resource.class)
        .cluster;
  }

  private static final class Resource implements AutoCloseable {
    private final EmbeddedCluster cluster;

    Resource() {
      try {
        cluster = EmbeddedCluster.start(3);
      } catch (Exception e) {
        throw new IllegalStateException("the shared cluster did not start", e);
      }
    }

    @Override
    public void close() throws Exception {
      cluster.close();
    }
  }
}
