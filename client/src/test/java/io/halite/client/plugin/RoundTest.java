package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Row;
import org.junit.jupiter.api.Test;

class RoundTest {
  private static final int REQUESTS = 1_000;
  private long looks;

  /** The positions of all requests; counts how often one is looked at. */
  private final List<Integer> positions =
      new AbstractList<>() {
        @Override
        public Integer get(int index) {
          looks++;
          return index;
        }

        @Override
        public int size() {
          return REQUESTS;
        }
      };

  @Test
  void theRestOfAListIsFoundInOnePassOverIt() {
    List<Integer> open = IntStream.range(0, REQUESTS + 2).boxed().toList();
    Round<Row> round = new Round<>(positions, List.of());
    assertThat(round.rest(open, List.of(7, 3))).containsExactly(3, 7, REQUESTS, REQUESTS + 1);
    assertThat(looks).isLessThanOrEqualTo(2 * REQUESTS);
  }

  @Test
  void writesForGatewaysWaitForTheStoredOnes() throws Exception {
    Routing routing = Salted.known().routing();
    Row tooShort = Salted.put("ab");
    List<Row> requests =
        List.of(Salted.put("one"), tooShort, new Get(Salted.key("ab")), Salted.put("two"));
    List<Integer> open = List.of(0, 1, 2, 3);
    Round<Row> first = Round.of(routing, requests, open, Map.of());
    assertThat(first.positions()).containsExactly(0, 2, 3);
    List<Integer> rest = first.rest(open, List.of());
    assertThat(Round.of(routing, requests, rest, Map.of()).stored()).containsExactly(tooShort);
  }
}
