package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.SortedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

class AwaitedRowsTest {
  private final CompletableFuture<List<KeyRange>> images = new CompletableFuture<>();
  private final List<List<KeyRange>> opened = new ArrayList<>();

  private SortedRows rows() throws Exception {
    return AwaitedRows.of(
        images,
        occupied -> {
          opened.add(occupied);
          return new FirstRows(List.of(Result.EMPTY_RESULT), Optional.empty());
        });
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
