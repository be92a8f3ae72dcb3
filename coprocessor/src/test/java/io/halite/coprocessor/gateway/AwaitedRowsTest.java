package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.ScanMemory;
import io.halite.routing.merge.SortedRows;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class AwaitedRowsTest {
  private final CompletableFuture<List<KeyRange>> images = new CompletableFuture<>();
  private final List<List<KeyRange>> opened = new ArrayList<>();

  private SortedRows rows() throws Exception {
    return AwaitedRows.of(
        images,
        occupied -> {
          opened.add(occupied);
          return emptyRow();
        });
  }

  private static SortedRows emptyRow() {
    return new FirstRows(List.of(Result.EMPTY_RESULT), Optional.empty(), ScanMemory.UNCOUNTED);
  }

  @Test
  void nothingOpensUntilTheImagesAreKnown() throws Exception {
    SortedRows rows = rows();
    assertThat(rows.poll()).isNull();
    rows.await(1);
    assertThat(rows.poll()).isNull();
    assertThat(rows.isExhausted()).isFalse();
    assertThat(opened).isEmpty();
    images.complete(List.of(KeyRange.all()));
    rows.await(Long.MAX_VALUE);
    assertThat(rows.poll()).isSameAs(Result.EMPTY_RESULT);
    assertThat(rows.poll()).isNull();
    assertThat(rows.isExhausted()).isTrue();
    assertThat(opened).containsExactly(List.of(KeyRange.all()));
  }

  /** It may be a row of 4 MiB. */
  @Test
  @Timeout(60)
  void whatHasDecidedIsForgottenOnceTheRowsAreOpen() throws Exception {
    AtomicReference<CompletableFuture<Object>> decisive =
        new AtomicReference<>(new CompletableFuture<>());
    WeakReference<Object> fact = new WeakReference<>(decisive.get());
    SortedRows rows = AwaitedRows.of(decisive.get(), any -> emptyRow());
    decisive.getAndSet(new CompletableFuture<>()).complete(new Object());
    assertThat(rows.poll()).isSameAs(Result.EMPTY_RESULT);
    while (fact.get() != null) {
      System.gc();
    }
    assertThat(rows.poll()).isNull();
  }

  @Test
  void imagesThatAreKnownOpenAtOnce() throws Exception {
    images.complete(List.of());
    assertThat(rows().poll()).isSameAs(Result.EMPTY_RESULT);
    assertThat(opened).containsExactly(List.of());
  }

  @Test
  void aScanThatClosesBeforeTheImagesAreKnownOpensNothing() throws Exception {
    SortedRows rows = rows();
    rows.close();
    images.complete(List.of(KeyRange.all()));
    assertThat(rows.poll()).isNull();
    assertThat(rows.isExhausted()).isTrue();
    assertThat(opened).isEmpty();
  }
}
