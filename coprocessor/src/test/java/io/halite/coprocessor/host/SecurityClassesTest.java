package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.util.Map;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.junit.jupiter.api.Test;
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

  @Test
  void aFilterOfHBasesSecurityNarrowsAlsoInALaterPlaceOfAList() throws Exception {
    Constructor<?> hidden =
        Class.forName("org.apache.hadoop.hbase.security.visibility.VisibilityLabelFilter")
            .getDeclaredConstructors()[0];
    hidden.setAccessible(true);
    Filter narrowing = (Filter) hidden.newInstance(null, Map.of());
    Filter ofUser = new PageFilter(1);
    assertThat(SecurityClasses.narrow(null)).isFalse();
    assertThat(SecurityClasses.narrow(new FilterList(ofUser, new KeyOnlyFilter()))).isFalse();
    assertThat(SecurityClasses.narrow(narrowing)).isTrue();
    assertThat(SecurityClasses.narrow(new FilterList(ofUser, new FilterList(narrowing)))).isTrue();
  }
}
