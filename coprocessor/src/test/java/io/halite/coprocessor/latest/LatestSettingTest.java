package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.TableAttributes;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class LatestSettingTest {
  private static final String LAYOUT = "key=unit:4 ts:8:revtime,";
  private static final String UNSALTED = LAYOUT + "salt=none";
  private static final String SALTED = LAYOUT + "salt=hash(unit) % 4";

  /** The setting of a table whose endpoint has {@code own} arguments, beside these attributes. */
  private static LatestSetting read(String own, String... attributes) throws DoNotRetryIOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setValue("coprocessor$1", "|" + LatestEndpoint.class.getName() + "||" + own);
    for (int i = 0; i < attributes.length; i++) {
      table.setValue("coprocessor$" + (i + 2), attributes[i]);
    }
    return LatestSetting.read(table.build(), new Configuration(false));
  }

  private static void assertRefused(String message, String own, String... attributes) {
    assertThatThrownBy(() -> read(own, attributes))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void theSpecIsTheObserversOrTheEndpointsOwnWithoutSalt() throws Exception {
    assertThat(read("", TableAttributes.salting(SALTED)).spec()).hasToString(SALTED);
    assertThat(read(UNSALTED).spec()).hasToString(UNSALTED);
  }

  @Test
  void aSaltWithoutTheObserverIsRefused() {
    assertRefused(
        "LatestEndpoint of table 't' has its own spec '"
            + SALTED
            + "', but without the SaltingObserver nothing salts the rows: load the observer",
        SALTED);
  }

  @Test
  void noSpecTwoSpecsAndAMisspeltOneAreRefused() {
    assertRefused("LatestEndpoint of table 't' has no spec: load the SaltingObserver, or give", "");
    assertRefused(
        "LatestEndpoint of table 't' has its own spec '"
            + UNSALTED
            + "', but the observer has one already: remove the endpoint's",
        UNSALTED,
        TableAttributes.salting(SALTED));
    assertThatThrownBy(() -> read(LAYOUT + "slat=none"))
        .hasMessageContaining("'slat' is not an argument")
        .hasMessageEndingWith("(table 't')");
  }
}
