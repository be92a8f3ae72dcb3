package io.halite.it.upstream;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Keeps the wanted methods, and of the suites that run once for each connection registry only the
 * run with ZooKeeper's: how a client finds the master has nothing to do with row keys.
 */
final class MethodFilter implements PostDiscoveryFilter {
  private final Set<String> methods;

  /**
   * @param methods the wanted ones; empty wants all
   */
  MethodFilter(Set<String> methods) {
    this.methods = methods;
  }

  @Override
  public FilterResult apply(TestDescriptor test) {
    boolean otherRegistry =
        Stream.iterate(Optional.of(test), Optional::isPresent, one -> one.get().getParent())
            .anyMatch(one -> one.get().getDisplayName().contains("MasterRegistry"));
    boolean wanted =
        methods.isEmpty()
            || MethodName.of(test.getSource(), test.getUniqueId())
                .filter(methods::contains)
                .isPresent();
    return FilterResult.includedIf(wanted && !otherRegistry);
  }
}
