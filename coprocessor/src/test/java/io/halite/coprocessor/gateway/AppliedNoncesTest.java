package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.host.ServerNonces;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a region leaves of its increments and appends to the server that opens it next. */
class AppliedNoncesTest extends NonceRegions {
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
    Files.delete(table.resolve(".halite/nonces-a"));
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
    assertThat(region.kept()).isZero();
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
            new ServerNonces(Optional.empty()),
            Optional.of(directory),
            "a",
            GRACE,
            () -> now,
            Runnable::run);
    region.logging(key(NONCE));
    assertThat(region.kept()).isZero();
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
}
