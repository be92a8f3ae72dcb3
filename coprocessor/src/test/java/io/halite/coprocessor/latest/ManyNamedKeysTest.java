package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestProgress;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** So many named keys of so many buckets that they are read in portions. */
class ManyNamedKeysTest {
  private static final int KEYS = 1_200;
  private static final int ROWS = 3;

  private final StoredRows table =
      new StoredRows(SaltingSpec.parse("key=unit:4:digits ts:8:revtime,salt=hash(*) % 256"));
  private final List<byte[]> names = new ArrayList<>();

  @BeforeEach
  void fill() {
    for (int i = 0; i < KEYS; i++) {
      byte[] name = Bytes.toBytes("%04d".formatted(i));
      names.add(name);
      for (long time = 0; time < ROWS; time++) {
        table.put(Bytes.add(name, Bytes.toBytes(Long.MAX_VALUE - time)), "1");
      }
    }
    Collections.shuffle(names, new Random(1));
  }

  private LatestClient client() {
    return LatestClient.of(new RestlessRegions(table, new Random(1), false), table.spec());
  }

  @Test
  void eachKeyComesOnceAndInOrderWithItsNewestRows() throws Exception {
    List<KeyAnswer> keys = new ArrayList<>();
    LatestProgress progress = client().ask(LatestQuery.newest(2).ofKeys(names), keys::add).get();
    assertThat(keys).hasSize(KEYS);
    for (int i = 0; i < KEYS; i++) {
      assertThat(Bytes.toString(keys.get(i).key())).isEqualTo("%04d".formatted(i));
      assertThat(keys.get(i).rows()).extracting(row -> row.time()).containsExactly(2L, 1L);
    }
    assertThat(progress.share()).isEqualTo(1);
    assertThat(progress.slicesDone()).isEqualTo(progress.slices());
  }

  @Test
  void progressCountsAllPortionsAndNeverGoesBack() throws Exception {
    List<LatestProgress> seen = new ArrayList<>();
    try (LatestAnswers answers = client().ask(LatestQuery.newest(2).ofKeys(names))) {
      while (answers.next().isPresent()) {
        seen.add(answers.progress());
      }
      assertThat(answers.progress().slicesDone()).isEqualTo(answers.progress().slices());
    }
    assertThat(seen).extracting(LatestProgress::slicesDone).isSorted();
    assertThat(seen).extracting(LatestProgress::share).isSorted();
    // The first two of three portions, of 512 keys each.
    assertThat(seen.subList(0, 1_024))
        .allSatisfy(each -> assertThat(each.slicesDone()).isLessThan(each.slices()));
    LatestProgress middle = seen.get(KEYS / 2);
    assertThat((double) middle.slicesDone() / middle.slices()).isBetween(0.3, 0.7);
  }
}
