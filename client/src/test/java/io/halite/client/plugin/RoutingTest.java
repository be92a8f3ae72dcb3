package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoutingTest {
  private static final byte[] ROW = Salted.key("one-row");

  private final Routing routing =
      Routing.of(new SaltedTable(Salted.NAME, SaltingSpec.parse(Salted.BEFORE)));

  static List<Row> requests() throws Exception {
    Put put = Salted.put("one-row");
    return List.of(
        new Get(ROW),
        put,
        new Delete(ROW),
        new Increment(ROW).addColumn(Salted.F, Salted.Q, 1),
        new Append(ROW).addColumn(Salted.F, Salted.Q, Bytes.toBytes("x")),
        new RowMutations(ROW).add((Mutation) put),
        CheckAndMutate.newBuilder(ROW).ifNotExists(Salted.F, Salted.Q).build(put));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void everyKindOfRequestGoesToItsStoredKeyAsTheSameKind(Row natural) throws Exception {
    Row stored = routing.route(natural);
    assertThat(stored).isInstanceOf(natural.getClass()).isNotSameAs(natural);
    assertThat(stored.getRow()).isEqualTo(Salted.stored(Salted.BEFORE, "one-row"));
    assertThat(natural.getRow()).isEqualTo(ROW);
    if (stored instanceof Attributes request) {
      assertThat(Salted.mark(Salted.BEFORE).isThisOn(request)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("requests")
  void withoutASpecEveryRequestStaysAsItIs(Row natural) throws Exception {
    assertThat(Routing.natural().route(natural)).isSameAs(natural);
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aRequestThatAsksKeepsItsKey(Row natural) throws Exception {
    Row asking = Routing.asking(0, any -> true).route(natural);
    assertThat(asking).isInstanceOf(natural.getClass()).isNotSameAs(natural);
    assertThat(asking.getRow()).isEqualTo(ROW);
    if (asking instanceof Attributes request) {
      assertThat(Mark.asking().isThisOn(request)).isTrue();
    }
  }

  @Test
  void aKeyThatDoesNotFitTheLayoutIsLeftToItsGateway() throws Exception {
    Get tooShort = new Get(Salted.key("ab"));
    assertThat(routing.route(tooShort)).isSameAs(tooShort);
  }

  @Test
  void aRequestThatIsMarkedAlreadyIsNotSaltedAgain() throws Exception {
    Put marked = Salted.put("one-row");
    Salted.mark(Salted.BEFORE).putOn(marked);
    assertThat(routing.route(marked)).isSameAs(marked);
    RowMutations row = new RowMutations(ROW).add((Mutation) marked);
    assertThat(routing.route(row)).isSameAs(row);
  }
}
