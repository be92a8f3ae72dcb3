package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class EntryConsentsTest {
  private static final TableName HR = TableName.valueOf("ns", "hr");
  private static final TableName PAY = TableName.valueOf("ns", "hr-pay");

  private static final RowIndex INDEX = index("");
  private static final RowIndex SALTED = index(" % 16");

  private final AtomicLong now = new AtomicLong(5);
  private CompletableFuture<TableDescriptor> answer = new CompletableFuture<>();
  private int questions;
  private final EntryConsents consents =
      new EntryConsents(
          name -> {
            questions++;
            return answer;
          },
          now::get);

  private static RowIndex index(String salt) {
    return SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=pay(row)" + salt)
        .index("pay")
        .orElseThrow();
  }

  private static TableDescriptor saying(String of) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(PAY);
    return (of == null ? builder : builder.setValue(IndexTable.OF, of)).build();
  }

  private void answers(String of) {
    answer = CompletableFuture.completedFuture(saying(of));
  }

  private void fails(IOException failure) {
    answer = CompletableFuture.failedFuture(failure);
  }

  private void require() throws IOException {
    consents.require(HR, INDEX, Budget.of(0, Long.MAX_VALUE, () -> false));
  }

  private void assertRefused(String words) {
    assertThatThrownBy(this::require)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("'ns:hr-pay', ")
        .hasMessageContaining("METADATA => {'halite.index.of' => 'ns:hr'}");
  }

  @Test
  void aConsentIsAskedForOnce() throws Exception {
    answers("ns:hr");
    require();
    now.addAndGet(59_999);
    require();
    assertThat(questions).isEqualTo(1);
  }

  @Test
  void whatNobodyAsksForAnHourIsForgotten() throws Exception {
    answers("ns:hr");
    require();
    assertThat(consents.size()).isEqualTo(1);
    now.addAndGet(3_600_001);
    TableName other = TableName.valueOf("ns", "other");
    answers("ns:other");
    consents.require(other, INDEX, Budget.of(0, Long.MAX_VALUE, () -> false));
    assertThat(consents.size()).isEqualTo(1);
    answers("ns:hr");
    require();
    assertThat(consents.size()).isEqualTo(2);
  }

  @Test
  void aRefusalIsAskedForAgainAfterASecond() throws Exception {
    answers(null);
    assertRefused("does not name that one");
    answers("hr");
    now.addAndGet(999);
    assertRefused("does not name that one");
    assertThat(questions).isEqualTo(1);
    now.addAndGet(1);
    assertRefused("does not name that one");
    assertThat(questions).isEqualTo(2);
    answers("ns:hr");
    now.addAndGet(1_000);
    require();
    assertThat(questions).isEqualTo(3);
  }

  @Test
  void whoWithdrawsHisConsentIsHeardWithinAMinute() throws Exception {
    answers("ns:hr");
    require();
    answers("other");
    now.addAndGet(60_000);
    assertRefused("does not name that one");
  }

  @Test
  void aTableThatIsMissingConsentsToNothing() throws Exception {
    fails(new TableNotFoundException(PAY));
    assertRefused("is missing: create ");
    answers("ns:hr");
    now.addAndGet(1_000);
    require();
    fails(new TableNotFoundException(PAY));
    now.addAndGet(60_000);
    assertRefused("is missing: create ");
  }

  @Test
  void aTableThatWasFoundMissingIsLookedUpAgain() throws Exception {
    answers("ns:hr");
    require();
    assertThat(consents.missing(HR, INDEX)).hasMessageContaining("is missing");
    answers(null);
    assertRefused("does not name that one");
  }

  @Test
  void aTableOfOtherBucketsIsRefusedWithTheCommandsThatMakeItAgain() throws Exception {
    answers("ns:hr");
    Budget budget = Budget.of(0, Long.MAX_VALUE, () -> false);
    assertThatThrownBy(() -> consents.require(HR, SALTED, budget))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("index 'pay(row) % 16', but its halite.index.buckets is not 16, the")
        .hasMessageContaining(
            "drop it, create 'ns:hr-pay', 'i', METADATA => {'halite.index.of' => 'ns:hr',"
                + " 'halite.index.buckets' => '16'}, SPLITS => (1..15).map { |b| '\\x%02X' % b },"
                + " then fill_index 'ns:hr', 'pay'");
    answer = CompletableFuture.completedFuture(IndexTable.descriptor(HR, SALTED));
    now.addAndGet(1_000);
    consents.require(HR, SALTED, budget);
    assertThatThrownBy(() -> consents.require(HR, index(" % 4"), budget))
        .hasMessageContaining("is not 4, the number of the index");
    now.addAndGet(60_000);
    assertThatThrownBy(this::require).hasMessageContaining("is not 1, the number of the index");
  }

  @Test
  void aConsentStaysWhileNobodyAnswers() throws Exception {
    answers("ns:hr");
    require();
    answer = new CompletableFuture<>();
    now.addAndGet(60_000);
    require();
    fails(new IOException("no master"));
    now.addAndGet(10_000);
    require();
    now.addAndGet(1_000);
    require();
    assertThat(questions).isEqualTo(4);
    answers(null);
    now.addAndGet(1_000);
    assertRefused("does not name that one");
  }

  @Test
  void aCallerThatCannotWaitForAnAnswerHasToRepeat() {
    assertThatThrownBy(this::require).isInstanceOf(RpcThrottlingException.class);
    assertThatThrownBy(this::require).isInstanceOf(RpcThrottlingException.class);
    assertThat(questions).as("both share one question").isEqualTo(1);
    answer.complete(saying("ns:hr"));
    assertThatCode(this::require).doesNotThrowAnyException();
  }

  @Test
  void afterAFailureTheQuestionIsRepeatedAndSoIsTheRequest() throws Exception {
    fails(new IOException("no master"));
    assertThatThrownBy(this::require)
        .isInstanceOf(RpcThrottlingException.class)
        .hasMessageContaining("no master");
    answers("ns:hr");
    now.addAndGet(1_000);
    require();
  }
}
