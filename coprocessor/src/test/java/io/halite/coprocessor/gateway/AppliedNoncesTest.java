package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.host.ServerNonces;
import io.halite.coprocessor.host.TableDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.ServerNonceManager;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a region leaves of its increments and appends to the server that opens it next. */
class AppliedNoncesTest {
  private static final long GRACE = 1_000;
  private static final long AT = 41;
  private static final Nonce NONCE = new Nonce(7, 8);

  @TempDir private Path table;
  private TableDirectory directory;
  private long now = System.currentTimeMillis();

  @BeforeEach
  void local() throws IOException {
    FileSystem local = FileSystem.getLocal(new Configuration(false)).getRaw();
    directory = new TableDirectory(local, new org.apache.hadoop.fs.Path(table.toUri()));
  }

  /** HBase's own memory of one server. */
  private static final class Server {
    private final ServerNonceManager memory = new ServerNonceManager(new Configuration(false));
    private final ServerNonces nonces = new ServerNonces(Optional.of(memory));

    /** As HBase does it around an increment. */
    private void apply(Nonce nonce, boolean success) throws InterruptedException {
      assertThat(memory.startOperation(nonce.group(), nonce.number(), null)).isTrue();
      memory.addMvccToOperationContext(nonce.group(), nonce.number(), AT);
      memory.endOperation(nonce.group(), nonce.number(), success);
    }

    private boolean wouldApply(Nonce nonce) throws InterruptedException {
      return memory.startOperation(nonce.group(), nonce.number(), null);
    }
  }

  private AppliedNonces region(String name, Server server) {
    return new AppliedNonces(server.nonces, Optional.of(directory), name, GRACE, () -> now);
  }

  private WALKeyImpl key(Nonce nonce) {
    return new WALKeyImpl(
        new byte[] {1}, TableName.valueOf("t"), 5, now, null, nonce.group(), nonce.number(), null);
  }

  /** A region that has applied the operation, and closes. */
  private Server applied(String name) throws InterruptedException {
    Server server = new Server();
    AppliedNonces region = region(name, server);
    region.logging(key(NONCE));
    server.apply(NONCE, true);
    region.handOver();
    return server;
  }

  @Test
  void theNextServerKnowsWhatARegionHasApplied() throws Exception {
    applied("a");
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isFalse();
    assertThat(next.nonces.appliedAt(NONCE)).hasValue(AT);
  }

  @Test
  void anotherRegionDoesNotTakeItOver() throws Exception {
    applied("a");
    Server next = new Server();
    region("b", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void aDaughterTakesOverFromTheRegionWhoseFilesItReads() throws Exception {
    applied("a");
    Server next = new Server();
    region("b", next).takeOver(() -> Set.of("a"));
    assertThat(next.wouldApply(NONCE)).isFalse();
  }

  @Test
  void aRegionPassesOnWhatItTookOver() throws Exception {
    applied("a");
    AppliedNonces second = region("a", new Server());
    second.takeOver(Set::of);
    Files.delete(table.resolve(".halite/nonces-a"));
    second.handOver();
    Server third = new Server();
    region("a", third).takeOver(Set::of);
    assertThat(third.wouldApply(NONCE)).isFalse();
    assertThat(third.nonces.appliedAt(NONCE)).hasValue(AT);
  }

  @Test
  void aRegionThatComesBackPassesItOnAgain() throws Exception {
    Server first = applied("a");
    AppliedNonces back = region("a", first);
    back.takeOver(Set::of);
    back.handOver();
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isFalse();
  }

  @Test
  void whatFailedMayBeAppliedElsewhere() throws Exception {
    Server server = new Server();
    AppliedNonces region = region("a", server);
    region.logging(key(NONCE));
    server.apply(NONCE, false);
    region.handOver();
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void whatHBaseReadFromTheWalIsCompletedAndPassedOn() throws Exception {
    Server server = new Server();
    server.memory.reportOperationFromWal(NONCE.group(), NONCE.number(), now);
    AppliedNonces region = region("a", server);
    region.restored(key(NONCE));
    assertThat(server.nonces.appliedAt(NONCE)).hasValue(5);
    region.handOver();
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.nonces.appliedAt(NONCE)).hasValue(5);
  }

  @Test
  void anEditWithoutANumberIsNotKept() throws Exception {
    Server server = new Server();
    AppliedNonces region = region("a", server);
    region.logging(key(Nonce.NONE));
    region.restored(key(Nonce.NONE));
    region.handOver();
    assertThat(table.resolve(".halite")).doesNotExist();
  }

  @Test
  void anOperationOlderThanHBaseKeepsItIsForgotten() throws Exception {
    applied("a");
    now += GRACE + 1;
    Server next = new Server();
    AppliedNonces region = region("a", next);
    region.takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void theNewestOperationsAreKept() throws Exception {
    Server server = new Server();
    AppliedNonces region = region("a", server);
    for (long number = 1; number <= AppliedNonces.MOST + 3L; number++) {
      Nonce nonce = new Nonce(7, number);
      region.logging(key(nonce));
      server.apply(nonce, true);
    }
    region.handOver();
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(LongStream.of(1, 2, 3))
        .allMatch(n -> next.nonces.appliedAt(new Nonce(7, n)).isEmpty());
    assertThat(LongStream.of(4, AppliedNonces.MOST + 3L))
        .allMatch(n -> next.nonces.appliedAt(new Nonce(7, n)).isPresent());
  }

  @Test
  void aServerThatKeepsNoNoncesWritesNothing() {
    AppliedNonces region =
        new AppliedNonces(
            new ServerNonces(Optional.empty()), Optional.of(directory), "a", GRACE, () -> now);
    region.logging(key(NONCE));
    region.handOver();
    region.takeOver(() -> Set.of("b"));
    assertThat(table.resolve(".halite")).doesNotExist();
  }

  @Test
  void aFileThatCannotBeReadIsNoHindrance() throws Exception {
    applied("a");
    Files.write(table.resolve(".halite/nonces-a"), new byte[] {1});
    Server next = new Server();
    assertThatCode(() -> region("a", next).takeOver(Set::of)).doesNotThrowAnyException();
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsNoHindrance() throws Exception {
    Files.write(table.resolve(".halite"), new byte[] {1});
    assertThatCode(() -> applied("a")).doesNotThrowAnyException();
  }

  /** A region whose open fails after HBase has read its WAL closes without having opened. */
  @Test
  void aRegionThatDidNotOpenWhollyAddsToWhatItsFormerServerWrote() throws Exception {
    applied("a");
    Nonce other = new Nonce(7, 9);
    Server second = new Server();
    AppliedNonces failed = region("a", second);
    failed.logging(key(other));
    second.apply(other, true);
    failed.handOver();
    Server third = new Server();
    region("a", third).takeOver(Set::of);
    assertThat(third.wouldApply(NONCE)).isFalse();
    assertThat(third.wouldApply(other)).isFalse();
  }

  /** A compaction takes away the files that name the region that was split, a crash the list. */
  @Test
  void aDaughterWritesWhatItTookOverAtOnce() throws Exception {
    applied("a");
    region("b", new Server()).takeOver(() -> Set.of("a"));
    Files.delete(table.resolve(".halite/nonces-a"));
    Server next = new Server();
    region("b", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isFalse();
  }

  @Test
  void aMergedRegionKnowsTheOperationsOfBothHoweverMany() throws Exception {
    for (String parent : new String[] {"a", "b"}) {
      Server server = new Server();
      AppliedNonces region = region(parent, server);
      for (long number = 1; number <= AppliedNonces.MOST; number++) {
        Nonce nonce = new Nonce(parent.charAt(0), number);
        region.logging(key(nonce));
        server.apply(nonce, true);
      }
      region.handOver();
    }
    Server next = new Server();
    AppliedNonces merged = region("c", next);
    merged.takeOver(() -> Set.of("a", "b"));
    assertThat(merged.kept()).isEqualTo(AppliedNonces.MOST);
    for (char parent : new char[] {'a', 'b'}) {
      assertThat(LongStream.of(1, AppliedNonces.MOST))
          .allMatch(number -> next.nonces.appliedAt(new Nonce(parent, number)).isPresent());
    }
  }

  @Test
  void whatIsReadTwiceIsKeptOnce() throws Exception {
    applied("a");
    AppliedNonces daughter = region("b", new Server());
    daughter.takeOver(() -> Set.of("a"));
    daughter.takeOver(() -> Set.of("a"));
    assertThat(daughter.kept()).isEqualTo(1);
  }

  @Test
  void anOperationThatHasNotEndedIsNotPassedOn() throws Exception {
    Server server = new Server();
    AppliedNonces region = region("a", server);
    region.logging(key(NONCE));
    assertThat(server.wouldApply(NONCE)).isTrue();
    region.handOver();
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void oldOperationsAreForgottenWithoutANewOne() {
    AppliedNonces region = region("a", new Server());
    region.logging(key(NONCE));
    region.trim();
    assertThat(region.kept()).isEqualTo(1);
    now += 60_000;
    region.trim();
    assertThat(region.kept()).isZero();
  }

  @Test
  void aFileOfALaterFormatIsNotRead() throws Exception {
    applied("a");
    Path file = table.resolve(".halite/nonces-a");
    byte[] bytes = Files.readAllBytes(file);
    bytes[0]++;
    Files.write(file, bytes);
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isTrue();
  }

  @Test
  void theOldFileStaysUntilTheNewOneIsWhole() throws Exception {
    applied("a");
    assertThatIOException()
        .isThrownBy(
            () ->
                directory.replace(
                    "nonces-a",
                    out -> {
                      throw new IOException("no space");
                    }));
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isFalse();
  }
}
