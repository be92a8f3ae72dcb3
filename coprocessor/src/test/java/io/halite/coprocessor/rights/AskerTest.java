package io.halite.coprocessor.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskerTest {
  /** Whoever has set the key wants an audit. */
  @ParameterizedTest
  @CsvSource({"true, true", "TRUE, true", "on, true", "false, false", ", false"})
  void aForwardNamesItsUserUnlessTheSiteSaysFalseOrNothing(String audit, boolean named)
      throws Exception {
    Configuration site = new Configuration(false);
    if (audit != null) {
      site.set("halite.audit", audit);
    }
    Get natural = new Get(new byte[] {1});
    User ann = User.createUserForTesting(site, "ann", new String[0]);
    Asker.of(site).name(natural, Optional.of(ann));
    assertThat(Asker.isOn(natural)).isEqualTo(named);
  }
}
