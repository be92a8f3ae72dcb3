package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
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
        "org.example.OurAccessController",
        "org.example.Site$OurAccessController",
        "org.example.OurAuthorization$Observer",
        "org.example.Site$VisibilityController",
        "io.halite.coprocessor.host.OwnRights"
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

  /** Its own loader loads it, as HBase loads what is in the jar of a table. */
  @Test
  void aClassDerivedFromOneThatDecidesDecidesToo() throws Exception {
    assertThat(SecurityClasses.isOne(OwnRights.class)).isTrue();
    assertThat(SecurityClasses.isOne(FurtherRights.class)).isTrue();
    assertThat(SecurityClasses.isOne(FurtherRights.class.getName())).isTrue();
    Class<?> ofJar = new OwnLoader().loadClass(FurtherRights.class.getName());
    assertThat(ofJar).isNotEqualTo(FurtherRights.class);
    assertThat(SecurityClasses.isOne(ofJar)).isTrue();
    assertThat(SecurityClasses.isOne(Observer.class)).isFalse();
    assertThat(SecurityClasses.isOne(Observer.class.getName())).isFalse();
  }

  /** A judge that is not recognised would be passed by. */
  @Test
  void theNameOfTheClassThatANestedOneLiesInCounts() {
    assertThat(SecurityClasses.isOne(OurAuthorization.Judge.class)).isTrue();
    assertThat(SecurityClasses.isOne(OurAuthorization.Judge.class.getName())).isTrue();
    assertThat(SecurityClasses.isOne(DerivedJudge.class)).isTrue();
  }

  @Test
  void theSiteNamesADerivedClass() {
    Configuration site = new Configuration(false);
    site.set(
        "hbase.coprocessor.region.classes",
        OwnRights.class.getName() + "|5, " + Observer.class.getName() + ", org.example.Other");
    assertThat(SecurityClasses.configured(site)).containsExactly(OwnRights.class.getName());
  }

  private static final class OurAuthorization {
    static class Judge implements RegionCoprocessor {}
  }

  static final class DerivedJudge extends OurAuthorization.Judge {}

  static final class FurtherRights extends OwnRights {}

  static final class Observer implements RegionCoprocessor {}

  /** Loads Halite's classes anew. */
  private static final class OwnLoader extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.halite.")) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = Objects.requireNonNull(file).readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
