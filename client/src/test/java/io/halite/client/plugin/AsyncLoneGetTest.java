package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException.ThrowableWithExtraContext;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.junit.jupiter.api.Test;

/** A single get of a row that lies in many places, which HBase's client reads by a batch. */
class AsyncLoneGetTest {
  private static final Get GET = new Get(Salted.key("row"));

  /** The batch of HBase's asynchronous client wraps also what it does not repeat. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static AsyncTable<AdvancedScanResultConsumer> failing(Throwable cause) {
    RetriesExhaustedException wrapper =
        new RetriesExhaustedException(
            0, List.of(new ThrowableWithExtraContext(cause, 0, "server")));
    AsyncTable real =
        Salted.asyncTable()
            .on(
                "get",
                asked ->
                    ((List<?>) asked.get(0))
                        .stream().map(any -> CompletableFuture.failedFuture(wrapper)).toList())
            .build();
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse("key=row:*,salt=random % 4"));
    return DirectAsyncTable.onNetwork(real, real, spec, Runnable::run);
  }

  private static Throwable failure(CompletableFuture<?> answer) {
    return catchThrowable(() -> FutureUtils.get(answer));
  }

  @Test
  void aRefusalIsThatOfTheServer() {
    DoNotRetryIOException no = new DoNotRetryIOException("no");
    assertThat(failure(failing(no).get(GET))).isExactlyInstanceOf(DoNotRetryIOException.class);
    assertThat(failure(failing(no).exists(GET))).isExactlyInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void whatWasRepeatedInVainIsTheLastOfManyFailures() {
    assertThat(failure(failing(new IOException("no server")).get(GET)))
        .isExactlyInstanceOf(RetriesExhaustedException.class);
  }

  /** As a list of HBase's client. */
  @Test
  void aListOfOneFailsAsAList() {
    DoNotRetryIOException no = new DoNotRetryIOException("no");
    assertThat(failure(failing(no).get(List.of(GET)).get(0)))
        .isExactlyInstanceOf(RetriesExhaustedException.class);
  }
}
