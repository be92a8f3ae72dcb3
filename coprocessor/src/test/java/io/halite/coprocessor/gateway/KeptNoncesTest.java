package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.halite.coprocessor.host.Nonce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a region keeps of its increments and appends when something goes wrong in between. */
class KeptNoncesTest extends NonceRegions {
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

  @Test
  void aDaughterThatCannotReadItsOwnFileLeavesItAsItIs() throws Exception {
    applied("a");
    Path own = table.resolve(".halite/nonces-b");
    Files.write(own, new byte[] {1});
    Server next = new Server();
    region("b", next).takeOver(() -> Set.of("a"));
    assertThat(next.wouldApply(NONCE)).isFalse();
    assertThat(Files.readAllBytes(own)).containsExactly(1);
  }

  @Test
  void aReplacementThatWasNotNamedIsRead() throws Exception {
    applied("a");
    Path file = table.resolve(".halite/nonces-a");
    Files.move(file, table.resolve(".halite/nonces-a.tmp"));
    Server next = new Server();
    region("a", next).takeOver(Set::of);
    assertThat(next.wouldApply(NONCE)).isFalse();
  }

  @Test
  void formerRegionsThatCannotBeNamedDoNotHideTheOwnFile() throws Exception {
    applied("a");
    Server next = new Server();
    region("a", next)
        .takeOver(
            () -> {
              throw new IllegalStateException("no store");
            });
    assertThat(next.wouldApply(NONCE)).isFalse();
  }

  @Test
  void theNewestOfBothParentsArePassedOn() throws Exception {
    long start = now;
    for (String parent : new String[] {"a", "b"}) {
      Server server = new Server();
      AppliedNonces region = region(parent, server);
      for (long number = 1; number <= AppliedNonces.MOST; number++) {
        // The times of both parents alternate, and all are younger than the grace.
        now = start + number * (GRACE - 10) / AppliedNonces.MOST;
        Nonce nonce = new Nonce(parent.charAt(0), number);
        region.logging(key(nonce));
        server.apply(nonce, true);
      }
      region.handOver();
    }
    region("c", new Server()).takeOver(() -> Set.of("a", "b"));
    Server next = new Server();
    region("c", next).takeOver(Set::of);
    for (char parent : new char[] {'a', 'b'}) {
      assertThat(next.nonces.appliedAt(new Nonce(parent, AppliedNonces.MOST))).isPresent();
      assertThat(next.nonces.appliedAt(new Nonce(parent, 1))).isEmpty();
    }
  }
}
