package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Reads of one row, of whose one column each place has a version. */
class PlaceReadsTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final byte[] F = Bytes.toBytes("f");

  private final MemoryAccount account = KeptRests.account();
  private final MemoryAccount.Share memory = account.share();

  /** How many places each round has asked. */
  private final List<Integer> rounds = new ArrayList<>();

  /** The most bytes that the answers of one round had. */
  private long mostArrived;

  /** The most bytes that the account has had for the read, while owners answered. */
  private long mostHeld;

  private Object[] send(List<Get> stored, int valueBytes) {
    rounds.add(stored.size());
    mostHeld = Math.max(mostHeld, account.held());
    Object[] answers = new Object[stored.size()];
    long arrived = 0;
    for (int i = 0; i < answers.length; i++) {
      Result answer = answer(stored.get(i), valueBytes);
      arrived += Result.getTotalSizeOfCells(answer);
      answers[i] = answer;
    }
    mostArrived = Math.max(mostArrived, arrived);
    return answers;
  }

  /** What the owner answers: place {@code 07} has version 7. */
  private static Result answer(Get stored, int valueBytes) {
    List<Cell> cells = new ArrayList<>();
    cells.add(new KeyValue(stored.getRow(), F, F, stored.getRow()[0] & 0xff, new byte[valueBytes]));
    AheadLimit.cut(stored, cells);
    return Result.create(cells);
  }

  private List<Cell> read(int places, PlaceReads.Owners owners) throws IOException {
    SaltedTable table =
        new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("salt=random % " + places));
    PlainReading reading =
        new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> Long.MAX_VALUE);
    List<Get> stored = table.salt().places(F).stream().map(Get::new).toList();
    assertThat(stored).hasSize(places);
    return reading.read(new PlaceReads(table, reading, account, memory).joined(stored, owners));
  }

  private void assertNewest(int places, int valueBytes) throws IOException {
    assertThat(read(places, stored -> send(stored, valueBytes)))
        .extracting(Cell::getTimestamp)
        .containsExactly(places - 1L);
  }

  @Test
  void smallPlacesAreReadAtOnceAndCounted() throws IOException {
    assertNewest(256, 30 * KIB);
    assertThat(rounds).containsExactly(256);
    assertThat(account.held()).isBetween(7L * MIB, 8L * MIB);
    memory.close();
    assertThat(account.held()).isZero();
  }

  /** All have 25 MiB. */
  @Test
  void largePlacesAreReadInPortionsOfEightMebibytes() throws IOException {
    assertNewest(256, 100 * KIB);
    assertThat(rounds).containsExactly(256, 81, 81, 81, 13);
    assertThat(mostArrived).isBetween(7L * MIB, 8L * MIB + 100 * KIB);
    assertThat(mostHeld).as("with the newest of before").isBetween(8L * MIB, 9L * MIB);
  }

  @Test
  void aPlaceThatIsLargerThanAPortionIsReadAlone() throws IOException {
    assertNewest(4, 9 * MIB);
    assertThat(rounds).containsExactly(4, 1, 1, 1, 1);
    assertThat(mostHeld).as("with the newest of before").isBetween(18L * MIB, 19L * MIB);
  }

  /** The newest version has 20 MiB, and is read first; four others have 5 MiB. */
  @Test
  void nothingIsDroppedBeforeTheRowHasDoubled() throws IOException {
    PlaceReads.Owners owners =
        stored -> {
          rounds.add(stored.size());
          mostHeld = Math.max(mostHeld, account.held());
          Object[] answers = new Object[stored.size()];
          for (int i = 0; i < answers.length; i++) {
            byte[] row = stored.get(i).getRow();
            int valueBytes = (row[0] == 0 ? 20 : 5) * MIB;
            List<Cell> cells = new ArrayList<>();
            cells.add(new KeyValue(row, F, F, 9L - row[0], new byte[valueBytes]));
            AheadLimit.cut(stored.get(i), cells);
            answers[i] = Result.create(cells);
          }
          return answers;
        };
    assertThat(read(5, owners)).extracting(Cell::getTimestamp).containsExactly(9L);
    assertThat(rounds).containsExactly(5, 1, 1, 1, 1, 1);
    assertThat(mostHeld).as("twenty and four times five").isBetween(40L * MIB, 41L * MIB);
  }

  @Test
  void theLastPortionIsReservedWithTheSmallPlaces() throws IOException {
    assertThat(
            read(
                4,
                stored -> {
                  rounds.add(stored.size());
                  mostHeld = Math.max(mostHeld, account.held());
                  return stored.stream()
                      .map(get -> answer(get, get.getRow()[0] == 3 ? 9 * MIB : MIB))
                      .toArray();
                }))
        .extracting(Cell::getTimestamp)
        .containsExactly(3L);
    assertThat(rounds).containsExactly(4, 4);
    assertThat(mostHeld).isBetween(12L * MIB, 13L * MIB);
  }

  @Test
  void aRowExistsIfOneOfItsPlacesDoes() throws IOException {
    for (boolean exists : new boolean[] {true, false}) {
      List<Get> stored = List.of(new Get(new byte[] {0}), new Get(new byte[] {1}));
      assertThat(
              PlaceReads.exist(
                  stored,
                  gets ->
                      gets.stream()
                          .map(
                              get ->
                                  Result.create(
                                      List.of(),
                                      get.isCheckExistenceOnly() && get.getRow()[0] == 0 && exists))
                          .toArray()))
          .isEqualTo(exists);
    }
  }

  @Test
  void aRowExistsIfOnePlaceHasItThoughAnotherRefuses() throws IOException {
    List<Get> stored = List.of(new Get(new byte[] {0}), new Get(new byte[] {1}));
    IOException refusal = new IOException("refused");
    Result has = Result.create(List.of(), true);
    Result hasNone = Result.create(List.of(), false);
    assertThat(PlaceReads.exist(stored, gets -> new Object[] {refusal, has})).isTrue();
    assertThatThrownBy(() -> PlaceReads.exist(stored, gets -> new Object[] {hasNone, refusal}))
        .isSameAs(refusal);
  }

  @Test
  void ofOnePlaceTheWholeRowIsReadAtOnce() throws IOException {
    SaltedTable table =
        new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("salt=random % 2"));
    PlainReading reading = new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> 0L);
    List<Get> one = List.of(new Get(table.salt().places(F).get(0)));
    assertThat(
            new PlaceReads(table, reading, account, memory)
                .joined(one, stored -> send(stored, 9 * MIB)))
        .hasSize(1);
    assertThat(rounds).containsExactly(1);
  }

  @Test
  void anOwnerOfAnOlderVersionIsAskedForOneLargePlaceAtATime() throws IOException {
    read(
        4,
        stored -> {
          Object[] answers = send(stored, 3 * MIB);
          for (int i = 0; i < answers.length; i++) {
            if (AheadLimit.isCut((Result) answers[i])) {
              byte[] nothing = new byte[0];
              KeyValue sign = new KeyValue(F, nothing, nothing, 0, nothing);
              answers[i] = Result.create(List.of(sign));
            }
          }
          return answers;
        });
    assertThat(rounds).containsExactly(4, 1, 1, 1, 1);
  }

  @Test
  void whileOthersFillTheAccountLargePlacesAreRefusedAndSmallOnesAreNot() throws IOException {
    boolean full = false;
    while (!full) {
      full = !account.share().reserve(MIB);
    }
    assertThatThrownBy(() -> read(256, stored -> send(stored, 100 * KIB)))
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("a get of several places needs ")
        .hasMessageContaining(": send fewer or smaller requests at once, or raise");
    assertThat(rounds).as("nothing large was read").containsExactly(256);
    assertNewest(256, 30 * KIB);
  }

  @Test
  void theRefusalOfOnePlaceIsThatOfTheRow() {
    assertThatThrownBy(
            () ->
                read(
                    4,
                    stored -> {
                      Object[] answers = send(stored, KIB);
                      answers[2] = new RegionTooBusyException("away");
                      return answers;
                    }))
        .isInstanceOf(RegionTooBusyException.class)
        .hasMessage("away");
  }
}
