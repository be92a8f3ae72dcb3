package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredKeyEvidenceTest {
  private static SaltedTable table(String spec) {
    return new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse(spec));
  }

  private static byte[] natural(String format, int number) {
    return format.formatted(number).getBytes(StandardCharsets.US_ASCII);
  }

  private static boolean isSure(SaltedTable table, String format, int rows) {
    StoredKeyEvidence evidence = new StoredKeyEvidence(table);
    for (int i = 0; i < rows; i++) {
      assertThat(evidence.add(table.salt().salt(natural(format, i)))).isTrue();
    }
    return evidence.isSure();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key=row:*,salt=hash(*) % 16 | row%d | 16",
        "key=row:*,salt=hash(row) % 16 | row%d | 16",
        "key=a:3 b:*,salt=hash(b a) % 4 | abc%d | 32",
        "key=row:*,salt=md5(*)[0:4] | row%d | 4",
        "key=user:5 rest:*,salt=hash(user) % 16 | %05d and more | 16",
        "key=row:*,salt=MD5(*)[0:4] | row%d | 4",
        "key=row:*,salt=MD5(*)[0:32]: | row%d | 4",
        "key=user:5 rest:*,salt=md5(user)[0:2] | %05d | 8"
      })
  void theFewestDifferentHashedPartsAreSureAndOneLessIsNot(String spec, String format, int fewest) {
    SaltedTable table = table(spec);
    assertThat(new StoredKeyEvidence(table).fewest()).isEqualTo(fewest);
    assertThat(isSure(table, format, fewest)).isTrue();
    assertThat(isSure(table, format, fewest - 1)).isFalse();
  }

  @Test
  void rowsOfOneHashedPartAreOneSignHoweverManyTheyAre() {
    assertThat(isSure(table("key=user:3 rest:*,salt=hash(user) % 16"), "abc%d", 1_000)).isFalse();
  }

  /** {@code 00 00 00 05} and a time read as stored: bucket 0 and the user {@code 00 00 05 00}. */
  @Test
  void aFileOfOneUserWhoseRowsLookStoredIsNoEvidence() {
    SaltedTable table = table("key=user:4:int,salt=hash(user) % 16");
    StoredKeyEvidence evidence = new StoredKeyEvidence(table);
    for (int i = 0; i < 100; i++) {
      byte[] row = {0, 0, 0, 5, 0, 0, 1, (byte) 0x95, 1, 2, 3, (byte) i};
      assertThat(evidence.add(row)).isTrue();
    }
    assertThat(evidence.isSure()).isFalse();
  }

  @Test
  void oneRowThatIsNotStoredDisprovesTheOthers() {
    SaltedTable table = table("key=row:*,salt=hash(*) % 16");
    StoredKeyEvidence evidence = new StoredKeyEvidence(table);
    for (int i = 0; i < 64; i++) {
      assertThat(evidence.add(table.salt().salt(natural("row%d", i)))).isTrue();
    }
    assertThat(evidence.isSure()).isTrue();
    assertThat(evidence.add(natural("row%d", 1))).isFalse();
    assertThat(evidence.add(table.salt().salt(natural("row%d", 64)))).isFalse();
    assertThat(evidence.isSure()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:9,salt=random % 16",
        "key=row:9,salt=random-suffix % 10",
        "key=row:*,salt=phoenix % 16",
        "key=row:9:digits,salt=mod(row) % 10",
        "key=row:*,salt=hbasewd % 16",
        "key=row:9,salt=reverse(row)",
        "key=row:*,salt=none"
      })
  void noNumberIsSureOfSaltsThatHashNothing(String spec) {
    SaltedTable table = table(spec);
    assertThat(new StoredKeyEvidence(table).fewest()).isEqualTo(Integer.MAX_VALUE);
    StoredKeyEvidence evidence = new StoredKeyEvidence(table);
    for (int i = 0; i < 1_000; i++) {
      evidence.add(table.salt().splitPoints().isEmpty() ? natural("%09d", i) : new byte[10]);
    }
    assertThat(evidence.isSure()).isFalse();
  }
}
