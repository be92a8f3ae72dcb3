package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayedRowsTest {
  private static final SaltedTable TABLE = table("key=row:*,salt=hash(*) % 16");
  private static final byte[] F = Bytes.toBytes("f");
  private static final int SURE = 16;

  private static SaltedTable table(String spec) {
    return new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse(spec));
  }

  /** So many puts, whose rows are those keys as {@code shown}. */
  private static List<Write> puts(
      SaltedTable table, int count, long time, UnaryOperator<byte[]> shown) {
    List<Write> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] row = shown.apply(Bytes.toBytes("row" + i));
      writes.add(Write.of(new Put(row).addColumn(F, F, time, row), table));
    }
    return writes;
  }

  private static ReplayedRows looking(SaltedTable table, Stream<SaltedTable> served) {
    return new ReplayedRows(table, () -> served, write -> !write.getClusterIds().isEmpty());
  }

  private static ReplayedRows looking(SaltedTable table) {
    return looking(table, Stream.of(table));
  }

  private static void assertServed(SaltedTable table, List<Write> writes) {
    assertThatCode(() -> looking(table).check(writes)).doesNotThrowAnyException();
  }

  @Test
  void aBatchOfStoredKeysIsRefused() {
    assertThatThrownBy(() -> looking(TABLE).check(puts(TABLE, SURE, 1, TABLE.salt()::salt)))
        .hasMessageContaining("all rows of this batch of 16,")
        .hasMessageContaining("halite.client.replayed.spec")
        .hasMessageContaining("table 't'");
  }

  @Test
  void oneNaturalKeyAmongThemIsProofOfNoReplay() {
    List<Write> writes = puts(TABLE, SURE, 1, TABLE.salt()::salt);
    writes.addAll(puts(TABLE, 1, 1, row -> row));
    assertServed(TABLE, writes);
  }

  @Test
  void rowsThatTheServerStampsAreNoReplay() {
    assertServed(TABLE, puts(TABLE, SURE, HConstants.LATEST_TIMESTAMP, TABLE.salt()::salt));
  }

  @Test
  void fewRowsAreServedHoweverOften() {
    List<Write> writes = puts(TABLE, SURE - 1, 1, TABLE.salt()::salt);
    writes.addAll(List.copyOf(writes));
    assertServed(TABLE, writes);
  }

  @Test
  void deletesCountAsPutsDo() {
    List<Write> deletes =
        Stream.iterate(0, i -> i + 1)
            .limit(SURE)
            .map(i -> TABLE.salt().salt(Bytes.toBytes("row" + i)))
            .map(row -> Write.of(new Delete(row).addColumns(F, F, 1), TABLE))
            .toList();
    assertThatThrownBy(() -> looking(TABLE).check(deletes))
        .hasMessageContaining("all rows of this batch of 16,");
  }

  /** The client may have no right to learn of the other table, so the server's log names it. */
  @Test
  void storedKeysOfAnotherTableOfThisServerAreRefusedWithoutItsNameAndSpec() {
    SaltedTable from =
        new SaltedTable(TableName.valueOf("from"), SaltingSpec.parse("key=row:*,salt=hash(*) % 4"));
    List<Write> writes = puts(TABLE, 32, 1, from.salt()::salt);
    assertServed(TABLE, writes);
    assertThatThrownBy(() -> looking(TABLE, Stream.of(TABLE, from)).check(writes))
        .hasMessageContaining("all rows of this batch of 32,")
        .hasMessageContaining("are stored keys of another salted table, which the server's log")
        .hasMessageContaining("(docs/tools.md, table 't')")
        .hasMessageNotContainingAny("from'", "hash");
  }

  @Test
  void writesThatAnotherClusterReplicatesAreServed() {
    List<Write> writes = puts(TABLE, SURE, 1, TABLE.salt()::salt);
    writes.forEach(write -> write.natural().setClusterIds(List.of(new UUID(1, 2))));
    assertServed(TABLE, writes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"key=row:*,salt=hash(row) % 16", "key=a:3 b:*,salt=hash(b a) % 16"})
  void aSaltOverAllSegmentsIsOverTheWholeKey(String spec) {
    SaltedTable named = table(spec);
    assertThatThrownBy(() -> looking(named).check(puts(named, SURE, 1, named.salt()::salt)))
        .hasMessageContaining("all rows of this batch of 16,");
  }

  @Test
  void digitsOfADigestAreFourBitsEach() {
    SaltedTable digits = table("key=row:*,salt=md5(*)[0:4]");
    assertServed(digits, puts(digits, 3, 1, digits.salt()::salt));
    assertThatThrownBy(() -> looking(digits).check(puts(digits, 4, 1, digits.salt()::salt)))
        .hasMessageContaining("all rows of this batch of 4,");
  }

  @Test
  void rowsOfDifferentHashedSegmentsAreStoredKeysOfASaltOverSomeSegments() {
    SaltedTable users = table("key=user:4 rest:*,salt=hash(user) % 16");
    // The users are row0 to row9, then row1 again and again.
    assertServed(users, puts(users, 20, 1, users.salt()::salt));
    List<Write> writes = new ArrayList<>();
    for (int user = 10; user < 26; user++) {
      byte[] row = users.salt().salt(Bytes.toBytes("us%d of 7".formatted(user)));
      writes.add(Write.of(new Put(row).addColumn(F, F, 1, row), users));
    }
    assertThatThrownBy(() -> looking(users).check(writes))
        .hasMessageContaining("all rows of this batch of 16,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:*,salt=random % 16",
        "key=row:*,salt=phoenix % 16",
        "key=row:*,salt=hbasewd % 16"
      })
  void saltsThatSayNothingOfTheWholeKeyAreNotLookedAt(String spec) {
    assertServed(table(spec), puts(table(spec), 64, 1, table(spec).salt()::salt));
  }
}
