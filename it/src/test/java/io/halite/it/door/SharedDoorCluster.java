package io.halite.it.door;

import io.halite.it.cluster.EmbeddedCluster;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests that ask for an {@link EmbeddedCluster} the one with doors of this test run: three
 * region servers that redirect the connections of all gateway regions. Tests leave no table, no
 * changed setting and no dead server behind.
 */
public final class SharedDoorCluster implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(SharedDoorCluster.class);

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
        cluster = DoorCluster.start();
      } catch (Exception e) {
        throw new IllegalStateException("the shared cluster with doors did not start", e);
      }
    }

    @Override
    public void close() throws Exception {
      cluster.close();
    }
  }
}
