package io.halite.it.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is changed in HBase's asynchronous client for its own suites. */
class KeptResumerTest {
  /** ByteBuddy refuses code whose fields are not those of the class. */
  @Test
  void whatIsChangedFitsTheScannerOfHBase() {
    assertThat(KeptResumer.bytes()).isNotEmpty();
  }
}
