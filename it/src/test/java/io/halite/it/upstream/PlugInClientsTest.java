package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.upstream.PlugInClients.Added;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is added to classes of the plug-in for HBase's own suites. */
class PlugInClientsTest {
  /** ByteBuddy refuses code whose arguments are not those of the method. */
  @ParameterizedTest
  @MethodSource("io.halite.it.upstream.PlugInClients#halving")
  void whatIsAddedFitsTheMethodsOfThePlugIn(Added added) {
    assertThat(added.bytes()).isNotEmpty();
  }
}
