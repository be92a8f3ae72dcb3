package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** Gets of a row that lies in four places, whose owners have read 77 bytes each. */
class JoinedGetsTest {
  private static final SaltedTable FOUR =
      new SaltedTable(Salted.NAME, SaltingSpec.parse("key=row:*,salt=random % 4"));

  private static Result measured(Result part) {
    part.setMetrics(new QueryMetrics(77));
    return part;
  }

  private static JoinedGets sent(Get natural) throws IOException {
    return JoinedGets.of(Routing.of(FOUR), List.of(natural)).orElseThrow();
  }

  @Test
  void theAnswerHasTheQueryMetricsOfAllParts() throws Exception {
    JoinedGets gets = sent(new Get(Salted.key("a")));
    List<Result> parts = new ArrayList<>();
    for (Get stored : gets.stored()) {
      parts.add(measured(Salted.row(stored.getRow())));
    }
    Result row = gets.answer(0, parts);
    assertThat(Salted.natural(row)).isEqualTo("a");
    assertThat(row.getMetrics().getBlockBytesScanned()).isEqualTo(4 * 77);
  }

  @Test
  void theAnswerHasNoneIfNoPartHasSome() throws Exception {
    JoinedGets gets = sent(new Get(Salted.key("a")));
    List<Result> parts = gets.stored().stream().map(get -> Salted.row(get.getRow())).toList();
    assertThat(gets.answer(0, parts).getMetrics()).isNull();
  }

  @Test
  void whetherARowExistsHasThoseOfThePartsThatHaveArrived() throws Exception {
    JoinedGets gets = sent(new Get(Salted.key("a")).setCheckExistenceOnly(true));
    Object[] parts = {
      null,
      new IOException("away"),
      measured(Result.create(List.of(), false)),
      measured(Result.create(List.of(), true))
    };
    Result answer = gets.answer(0, parts);
    assertThat(answer.getExists()).isTrue();
    assertThat(answer.getMetrics().getBlockBytesScanned()).isEqualTo(2 * 77);
  }
}
