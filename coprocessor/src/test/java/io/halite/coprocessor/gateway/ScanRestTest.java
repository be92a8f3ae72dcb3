package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.ScanTicket;
import io.halite.coprocessor.owner.ServedScans;
import io.halite.keys.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** What a gateway passes on of a scan, and to which scans. */
class ScanRestTest {
  private static final ScanRest IN_PIECES = rest(Optional.empty(), "c");
  private static final ScanRest READ_TO_ITS_END = rest(Optional.of(bytes("c")), "c", "d", "e");

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  private static ScanRest rest(Optional<byte[]> last, String... rows) {
    return rest(new Scan(), last, rows);
  }

  private static ScanRest rest(Scan scan, Optional<byte[]> last, String... rows) {
    return new ScanRest(
        "ann",
        ScanSelection.of(scan),
        KeyRange.all(),
        List.of(rows).stream().map(ScanRestTest::row).toList(),
        last);
  }

  private static Result row(String key) {
    return Result.create(
        List.of(new KeyValue(bytes(key), bytes("f"), bytes("q"), 7, bytes("of " + key))));
  }

  private static Scan from(String row, boolean included) {
    return new Scan().withStartRow(bytes(row), included);
  }

  private static List<String> keys(Optional<ScanRest.Beginning> beginning) {
    return beginning.orElseThrow().rows().stream()
        .map(row -> Bytes.toString(row.getRow()))
        .toList();
  }

  private static Optional<ScanRest.Beginning> of(ScanRest rest, Scan scan) {
    return rest.of(scan, "ann", KeyRange.all());
  }

  @Test
  void aScanThatResumesInARowGetsThatRowWhole() {
    assertThat(keys(of(IN_PIECES, from("c", true)))).containsExactly("c");
    assertThat(of(IN_PIECES, from("c", true)).orElseThrow().complete()).isFalse();
  }

  @Test
  void aScanThatResumesBehindOrAheadOfTheRowReadsAgain() {
    assertThat(of(IN_PIECES, from("c", false))).isEmpty();
    assertThat(of(IN_PIECES, from("b", true))).isEmpty();
  }

  @Test
  void aScanThatWasReadToItsEndGetsAllItsRowsAndNoOthers() {
    assertThat(keys(of(READ_TO_ITS_END, from("c", false)))).containsExactly("d", "e");
    assertThat(keys(of(READ_TO_ITS_END, from("c", true)))).containsExactly("c", "d", "e");
    assertThat(of(READ_TO_ITS_END, from("c", false)).orElseThrow().complete()).isTrue();
    assertThat(keys(of(READ_TO_ITS_END, from("c\0", true)))).containsExactly("d", "e");
    ScanRest reversed = rest(new Scan().setReversed(true), Optional.of(bytes("c")), "c", "b");
    assertThat(keys(of(reversed, from("c", false).setReversed(true)))).containsExactly("b");
  }

  @Test
  void theLastRowIsReadAgainIfTheClientMayNotHaveReceivedIt() {
    ScanRest behindA = rest(Optional.of(bytes("a")), "b");
    assertThat(of(behindA, from("a", true))).isEmpty();
    assertThat(keys(of(behindA, from("a", false)))).containsExactly("b");
    assertThat(keys(of(behindA, from("a\0", true)))).containsExactly("b");
    ScanRest behindNextOfA = rest(Optional.of(bytes("a\0")), "b");
    assertThat(of(behindNextOfA, from("a\0", true))).isEmpty();
  }

  @Test
  void aReversedScanBehindTheKeyAfterTheLastRowReadsTheLastRowAgain() {
    ScanRest behindC = rest(new Scan().setReversed(true), Optional.of(bytes("c")), "b");
    assertThat(of(behindC, from("c\0", false).setReversed(true))).isEmpty();
    assertThat(of(behindC, from("c\0", true).setReversed(true))).isEmpty();
  }

  @Test
  void aScanOfAnotherRangeReadsAllButTheRowInPiecesAgain() {
    KeyRange upper = KeyRange.of(bytes("b"), bytes("d"));
    assertThat(READ_TO_ITS_END.of(from("c", false), "ann", upper)).isEmpty();
    assertThat(keys(READ_TO_ITS_END.of(from("c", true), "ann", upper))).containsExactly("c");
  }

  /** HBase's client clears the ticket of a scan that is opened anew; another one may not. */
  @Test
  void aScanThatSelectsSomethingElseGetsNoRow() {
    assertThat(of(IN_PIECES, from("c", true).addColumn(bytes("f"), bytes("q")))).isEmpty();
    assertThat(of(READ_TO_ITS_END, from("c", false).withStopRow(bytes("x")))).isEmpty();
    assertThat(of(READ_TO_ITS_END, from("c", false).setReversed(true))).isEmpty();
    assertThat(keys(of(IN_PIECES, from("c", true).setBatch(7).setCaching(7).setLimit(7))))
        .containsExactly("c");
  }

  @Test
  void anotherUserGetsNoRow() {
    assertThat(READ_TO_ITS_END.of(from("c", true), "bob", KeyRange.all())).isEmpty();
  }

  @Test
  void rowsThatAnotherServerSendsAreCountedUntilTheyAreTaken() throws IOException {
    MemoryAccount account = KeptRests.account();
    MemoryAccount.Share memory = account.share();
    ScanTicket ticket = new ScanTicket(7);
    byte[] sent = RestFile.toBytes(Map.of(ticket.number(), READ_TO_ITS_END));
    ScanRest.Beginning begins =
        ScanRests.arrived(Optional.of(sent), ticket, known -> of(known, from("c", false)), memory)
            .orElseThrow();
    assertThat(account.held()).isPositive().isEqualTo(begins.bytes());
    FirstRows first = new FirstRows(begins.rows(), Optional.empty(), memory);
    first.poll();
    assertThat(account.held()).isEqualTo(Result.getTotalSizeOfCells(begins.rows().get(1)));
    first.poll();
    assertThat(account.held()).isZero();
    assertThat(first.poll()).isNull();
    assertThat(account.held()).isZero();
    assertThat(
            ScanRests.arrived(
                Optional.empty(), ticket, known -> of(known, from("c", false)), memory))
        .isEmpty();
  }

  @Test
  void aFileReturnsTheRestOfEachTicket() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    RestFile.write(new DataOutputStream(file), Map.of(5L, IN_PIECES, 6L, READ_TO_ITS_END));
    assertThat(keys(of(read(file, 5), from("c", true)))).containsExactly("c");
    assertThat(keys(of(read(file, 6), from("c", false)))).containsExactly("d", "e");
    assertThat(read(file, 6).rows().get(1).getValue(bytes("f"), bytes("q")))
        .isEqualTo(bytes("of d"));
    assertThat(RestFile.find(in(file), 7, bytes -> {})).isEmpty();
  }

  private static ScanRest read(ByteArrayOutputStream file, long ticket) throws IOException {
    return RestFile.find(in(file), ticket, bytes -> {}).orElseThrow();
  }

  private static DataInputStream in(ByteArrayOutputStream file) {
    return new DataInputStream(new ByteArrayInputStream(file.toByteArray()));
  }

  @Test
  void aScanThatWasClosedIsKeptForItsTicketAlone() throws IOException {
    ScanRests rests = KeptRests.inMemory();
    long ticket = rests.ticket();
    ScanRests.Source scan = most -> IN_PIECES;
    rests.opened(scan, ticket);
    assertThat(rests.find(ticket)).contains(IN_PIECES);
    rests.closed(scan, IN_PIECES);
    assertThat(rests.find(ticket)).contains(IN_PIECES);
    assertThat(rests.find(rests.ticket())).isEmpty();
    assertThat(rests.find(-1)).isEmpty();
    assertThat(rests.find(117)).isEmpty();
  }

  /** A door redirects a client that opens a scan unless its server knows the scan. */
  @Test
  void aServerKnowsAScanWhileItIsOpenOrItsRestIsKept() {
    ServedScans server = new ServedScans();
    ScanRests rests = KeptRests.at(server, Optional.empty(), Runnable::run);
    ScanTicket inPieces = new ScanTicket(rests.ticket());
    ScanTicket read = new ScanTicket(rests.ticket());
    ScanRests.Source first = most -> IN_PIECES;
    ScanRests.Source second = most -> ScanRest.NONE;
    assertThat(server.knows(KeptRests.TABLE, inPieces)).isFalse();
    rests.opened(first, inPieces.number());
    rests.opened(second, read.number());
    assertThat(server.knows(KeptRests.TABLE, inPieces)).isTrue();
    assertThat(server.knows(KeptRests.TABLE, read)).isTrue();
    assertThat(server.knows(TableName.valueOf("other"), read)).isFalse();
    rests.closed(first, IN_PIECES);
    rests.closed(second, ScanRest.NONE);
    assertThat(server.knows(KeptRests.TABLE, inPieces)).isTrue();
    assertThat(server.knows(KeptRests.TABLE, read)).isFalse();
    rests.handOver();
    assertThat(server.knows(KeptRests.TABLE, inPieces)).isFalse();
  }
}
