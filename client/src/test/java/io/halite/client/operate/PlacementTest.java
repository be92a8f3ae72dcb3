package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown of a key's place. */
class PlacementTest {
  private static final HRegionLocation REGION =
      new HRegionLocation(
          RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build(),
          ServerName.valueOf("s", 1, 1));

  /** The stored keys are those of docs/techniques.md. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user:4 order:6:digits | hash(*) % 16 | u042000017"
            + " | 0B·75 30 34 32 30 30 30 30 31 37, bucket 11",
        "row:* | hash(*) % 4 letters- | foo0003 | 63 2D·66 6F 6F 30 30 30 33, bucket c-",
        "row:* | md5(*)[0:1] | 1364248490 | 31·31 33 36 34 32 34 38 34 39 30, bucket 1",
        "row:* | md5(*)[0:2] | 1364248490 | 31 31·31 33 36 34 32 34 38 34 39 30, bucket 11",
        "row:* | md5(*)[28:32] | 1364248490"
            + " | 66 66 65 35·31 33 36 34 32 34 38 34 39 30, salt ffe5",
        "event:2 day:8:digits offset:8:digits | random % 20 digits | tb2001011500000042"
            + " | 30 37·74 62 32 30 30 31 30 31 31 35 30 30 30 30 30 30 34 32, bucket 07",
        "ts:10:digits host:3 | random-suffix % 16 | 0979516800web"
            + " | 30 39 37 39 35 31 36 38 30 30 77 65 62·0F, suffix 15",
        "user:4 order:6:digits | random-suffix % 100 digits | u042000017"
            + " | 75 30 34 32 30 30 30 30 31 37·34 39, suffix 49",
        "phone:11:digits | reverse(phone) | 13800138007"
            + " | 37 30 30 38 33 31 30 30 38 33 31, bucket none",
        "row:* | none | foo0003 | 66 6F 6F 30 30 30 33, bucket none",
      })
  void theSaltOfAStoredKeyIsShownAsTheTechniqueWritesIt(
      String layout, String salt, String natural, String stored) {
    assertThat(line("key=" + layout + ",salt=" + salt, natural))
        .isEqualTo("stored key   " + stored);
  }

  private static String line(String spec, String natural) {
    Salt salt = SaltingSpec.parse(spec).salt();
    byte[] key = natural.getBytes(StandardCharsets.US_ASCII);
    Placement.Owner owner = new Placement.Owner(salt.salt(key, 0), REGION);
    return new Placement(salt, key, REGION, List.of(owner), true).lines().get(2);
  }
}
