package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.MultiActionResultTooLarge;
import org.junit.jupiter.api.Test;

/** Requests with answers of 1 MiB. */
class AnswersOfBatchTest {
  private static final int MIB = 1 << 20;
  private static final byte[] F = {'f'};
  private static final List<Cell> ANSWER = List.of(new KeyValue(F, F, F, new byte[MIB]));

  private final MemoryAccount account = KeptRests.account();

  private AnswersOfBatch answers(ClientRequest request) {
    return AnswersOfBatch.of(request, account);
  }

  private MultiActionResultTooLarge cut(ClientRequest request) {
    return catchThrowableOfType(
        MultiActionResultTooLarge.class, () -> answers(request).requireRoom());
  }

  private MemoryAccount.Share othersFillTheAccount() {
    MemoryAccount.Share others = account.share();
    while (!others.isShort()) {
      others.add(MIB);
    }
    return others;
  }

  @Test
  void answersAreCountedUntilTheirThreadServesAnotherRequest() throws Exception {
    ClientRequest first = ClientRequest.current();
    for (int i = 0; i < 20; i++) {
      answers(first).requireRoom();
      answers(first).add(ANSWER);
    }
    assertThat(account.held()).isBetween(20L * MIB, 21L * MIB);
    answers(ClientRequest.current()).requireRoom();
    assertThat(account.held()).isZero();
  }

  @Test
  void whileTheAccountIsFullARequestIsAnsweredUpToEightMebibytes() throws Exception {
    ClientRequest request = ClientRequest.current();
    try (MemoryAccount.Share others = othersFillTheAccount()) {
      for (int i = 0; i < 8; i++) {
        answers(request).requireRoom();
        answers(request).add(ANSWER);
      }
      MultiActionResultTooLarge cut = cut(request);
      assertThat(cut.getStackTrace()).isEmpty();
      assertThat(cut(request)).as("for each of the rest").isSameAs(cut);
    }
    answers(request).requireRoom();
    assertThat(account.held()).isBetween(8L * MIB, 9L * MIB);
    answers(ClientRequest.current()).requireRoom();
  }
}
