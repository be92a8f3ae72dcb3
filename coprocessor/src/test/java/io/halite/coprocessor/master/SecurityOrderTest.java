package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.OwnRights;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecurityOrderTest {
  private static final String OWN = "io.halite.coprocessor.master.SaltingMasterObserver";
  private static final String ACCESS = "org.apache.hadoop.hbase.security.access.AccessController";
  private static final String RANGER =
      "org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor";

  private static void check(String authorization, String classes) throws DoNotRetryIOException {
    Configuration site = new Configuration(false);
    site.set("hbase.security.authorization", authorization);
    site.set(
        "hbase.coprocessor.master.classes",
        classes
            .replace("OWN", OWN)
            .replace("ACCESS", ACCESS)
            .replace("RANGER", RANGER)
            .replace("DERIVED", OwnRights.class.getName()));
    SecurityOrder.check(site);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ACCESS,OWN",
        " ACCESS , org.example.Other, OWN",
        "RANGER,OWN",
        "ACCESS,RANGER,OWN",
        "OWN|1073741823,ACCESS",
        "OWN,ACCESS|5",
        "ACCESS||,OWN||hdfs:///halite.jar",
        "ACCESS,OWN,ACCESS",
        "DERIVED,OWN",
      })
  void theObserverIsAskedAfterSecurity(String classes) {
    assertThatCode(() -> check("true", classes)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OWN,ACCESS",
        "OWN, RANGER",
        "ACCESS,OWN,RANGER",
        "ACCESS,OWN,DERIVED",
        "ACCESS,OWN|5",
        "ACCESS|600000000,OWN",
        "OWN|5,ACCESS|5",
        "org.example.Other,OWN||hdfs:///halite.jar,ACCESS",
        "OWN,ACCESS,OWN"
      })
  void anObserverThatIsAskedBeforeSecurityRefuses(String classes) {
    assertThatThrownBy(() -> check("true", classes))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("comes after " + OWN + " in hbase.coprocessor.master.classes")
        .hasMessageContaining("name the observer behind it, both without a priority");
  }

  @ParameterizedTest
  @ValueSource(strings = {"OWN", "OWN,org.example.Other", "org.example.Other"})
  void anObserverWithoutSecurityRefusesWhereAuthorisationIsOn(String classes) {
    assertThatThrownBy(() -> check("true", classes))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith(
            "no security coprocessor is in hbase.coprocessor.master.classes, but"
                + " hbase.security.authorization is true");
  }

  @Test
  void withoutAuthorisationAnyOrderWillDo() {
    assertThatCode(() -> check("false", "OWN,ACCESS")).doesNotThrowAnyException();
    assertThatCode(() -> check("false", "OWN")).doesNotThrowAnyException();
  }
}
