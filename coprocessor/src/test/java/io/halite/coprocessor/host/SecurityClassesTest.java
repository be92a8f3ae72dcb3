package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityClassesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.hbase.security.access.AccessController",
        "org.apache.hadoop.hbase.security.visibility.VisibilityController",
        "org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor",
        "org.example.OurAccessController"
      })
  void theseDecideAboutRights(String name) {
    assertThat(SecurityClasses.isOne(name)).isTrue();
  }

  /** A server that loads these alone judges nobody, and must not pass for one that does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.hbase.security.token.TokenProvider",
        "org.apache.hadoop.hbase.security.access.SecureBulkLoadEndpoint",
        "org.apache.hadoop.hbase.security.access.CoprocessorWhitelistMasterObserver",
        "org.apache.hadoop.hbase.security.access.SnapshotScannerHDFSAclController",
        "org.example.Other"
      })
  void theseDoNot(String name) {
    assertThat(SecurityClasses.isOne(name)).isFalse();
  }
}
