package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

class LazyRowsTest {
  private static final class Rows implements SortedRows {
    private final Queue<Result> rows = new ArrayDeque<>();
    private boolean closed;

    @Override
    public Result poll() {
      return rows.poll();
    }

    @Override
    public boolean isExhausted() {
      return rows.isEmpty();
    }

    @Override
    public void await(long millis) {}

    @Override
    public void close() {
      closed = true;
    }
  }

  private final Rows rows = new Rows();
  private int openings;
  private final LazyRows lazy =
      new LazyRows(
          () -> {
            openings++;
            return rows;
          });

  @Test
  void openingAloneStartsNoOwnersScan() throws Exception {
    assertThat(lazy.isExhausted()).isFalse();
    lazy.await(1);
    lazy.close();
    assertThat(openings).isZero();
    assertThat(lazy.poll()).as("once it is closed").isNull();
    assertThat(lazy.isExhausted()).isTrue();
    assertThat(openings).isZero();
  }

  @Test
  void theFirstRowThatIsAskedForOpensOnce() throws Exception {
    rows.rows.add(Result.EMPTY_RESULT);
    assertThat(lazy.poll()).isSameAs(Result.EMPTY_RESULT);
    assertThat(lazy.poll()).isNull();
    assertThat(lazy.isExhausted()).isTrue();
    assertThat(openings).isOne();
    lazy.close();
    assertThat(rows.closed).isTrue();
  }

  @Test
  void rowsThatOpenWhileTheScanIsClosedAreClosed() throws Exception {
    LazyRows[] self = new LazyRows[1];
    self[0] =
        new LazyRows(
            () -> {
              self[0].close();
              return rows;
            });
    self[0].poll();
    assertThat(rows.closed).isTrue();
  }

  @Test
  void anOpeningThatFailsIsTriedAgainByTheNextPoll() throws Exception {
    LazyRows failing =
        new LazyRows(
            () -> {
              if (openings++ == 0) {
                throw new IOException("not yet");
              }
              return rows;
            });
    assertThatExceptionOfType(IOException.class).isThrownBy(failing::poll);
    assertThat(failing.isExhausted()).isFalse();
    assertThat(failing.poll()).isNull();
    assertThat(failing.isExhausted()).isTrue();
  }
}
