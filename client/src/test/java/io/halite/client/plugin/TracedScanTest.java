package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The traces of an application go on in the threads that call its consumers, as in HBase. */
@Timeout(60)
class TracedScanTest {
  private static final ContextKey<String> TRACE = ContextKey.named("trace");

  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final ScanThreads threads = new ScanThreads();

  @AfterEach
  void endThreads() {
    pool.shutdown();
    threads.end();
  }

  private static String trace() {
    return String.valueOf(Context.current().get(TRACE));
  }

  @Test
  void inAThreadOfTheConnection() {
    CompletableFuture<String> seen = new CompletableFuture<>();
    try (Scope scope = Context.current().with(TRACE, "of-the-application").makeCurrent()) {
      threads.execute(() -> seen.complete(trace()));
    }
    assertThat(seen.join()).isEqualTo("of-the-application");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void inThePoolOfTheApplication() {
    AsyncTable real =
        Salted.asyncTable()
            .on(
                "scan",
                asked -> {
                  ((AdvancedScanResultConsumer) asked.get(1)).onComplete();
                  return null;
                })
            .build();
    List<String> seen = new ArrayList<>();
    CompletableFuture<String> end = new CompletableFuture<>();
    AsyncTable<ScanResultConsumer> table =
        new PooledAsyncTable(
            real, DirectAsyncTable.onNetwork(real, real, Salted.known(), threads), pool);
    try (Scope scope = Context.current().with(TRACE, "of-the-application").makeCurrent()) {
      table.scan(
          new Scan(),
          new ScanResultConsumer() {
            @Override
            public boolean onNext(Result row) {
              return seen.add(trace());
            }

            @Override
            public void onError(Throwable failure) {
              end.completeExceptionally(failure);
            }

            @Override
            public void onComplete() {
              end.complete(trace());
            }
          });
    }
    assertThat(end.join()).isEqualTo("of-the-application");
    assertThat(seen).isEmpty();
  }
}
