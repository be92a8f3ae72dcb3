package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;

import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Requests of a client that puts on them what only servers put on forwards.
 *
 * @param requests of the client
 * @param at the server that it sends them to
 * @param region the region that they name, a gateway of a table of four buckets
 */
record Forgeries(RawRequests requests, ServerName at, byte[] region) {
  /** What no attribute is called. */
  static final String NONE = "none";

  /** A row that nothing but a forged write could make. */
  static final String ROW = "forged";

  private static final SaltingSpec SPEC = SaltingSpec.parse(TestTable.FOUR_BUCKETS);

  /** An attribute as a server would set it: a user with more rights, all rows, one byte. */
  private record Attribute(String name, byte[] value) {
    private static final List<Attribute> ALL =
        List.of(
            new Attribute(NONE, new byte[0]),
            new Attribute("halite.asked-by", bytes("\1reader")),
            new Attribute("halite.asked-by", bytes("\0reader")),
            new Attribute("halite.asked-by", new byte[0]),
            new Attribute("halite.pass", new byte[] {1, 0, 0, 0, 0, 0}),
            new Attribute("halite.pass", new byte[] {1}),
            new Attribute("halite.ahead", new byte[] {0, 0, 0, 1}),
            new Attribute("halite.operation", new byte[20]),
            new Attribute("halite.door", bytes("anna")));

    @Override
    public String toString() {
      return name.equals(NONE) ? NONE : name + '=' + Bytes.toStringBinary(value);
    }

    <T extends OperationWithAttributes> T on(T request) {
      if (!name.equals(NONE)) {
        request.setAttribute(name, value);
      }
      return request;
    }
  }

  private interface Request {
    Object send() throws IOException;
  }

  /** The class of the exception; what it starts with tells a refusal from an answer. */
  private static String outcome(Request request) {
    try {
      return String.valueOf(request.send());
    } catch (IOException refusal) {
      return refusal.getClass().getSimpleName();
    }
  }

  static boolean isRefusal(String outcome) {
    return outcome.endsWith("Exception") || outcome.endsWith("Exception]");
  }

  /** The answers to the same reads, with no attribute first and then with each of them. */
  Map<String, List<String>> reads() {
    Map<String, List<String>> answers = new LinkedHashMap<>();
    for (Attribute attribute : Attribute.ALL) {
      List<String> each = new ArrayList<>();
      for (String row : List.of("anna", "carl")) {
        each.add(outcome(() -> get(attribute.on(new Get(bytes(row))))));
        each.add(outcome(() -> get(attribute.on(new Get(bytes(row)).addColumn(F, Q)))));
        each.add(
            outcome(
                () -> requests.multi(at, part(region, action(attribute.on(new Get(bytes(row))))))));
      }
      for (Scan scan : List.of(new Scan(), new Scan().addColumn(F, Q).setReversed(true))) {
        each.add(outcome(() -> requests.read(at, region, attribute.on(scan))));
      }
      answers.put(attribute.toString(), each);
    }
    return answers;
  }

  private String get(Get get) throws IOException {
    Result answer = requests.get(at, RawRequests.region(region), get);
    return RawRequests.text(answer) + '*' + answer.size();
  }

  /** The answers to requests with the mark of the table's spec, with natural and stored rows. */
  List<String> marked() {
    List<String> answers = new ArrayList<>();
    for (byte[] row : List.of(bytes(ROW), SPEC.salt().salt(bytes(ROW)))) {
      Put put = marked(new Put(row).addColumn(F, Q, row));
      answers.add(outcome(() -> put(put)));
      answers.add(outcome(() -> requests.multi(at, part(region, action(put)))));
      Increment increment = marked(new Increment(row).addColumn(F, bytes("n"), 1));
      answers.add(outcome(() -> requests.multi(at, part(region, action(increment)))));
    }
    for (byte[] row : List.of(bytes("anna"), SPEC.salt().salt(bytes("anna")))) {
      answers.add(outcome(() -> get(marked(new Get(row)))));
      Get both = marked(new Get(row)).setAttribute("halite.door", bytes("anna"));
      answers.add(outcome(() -> get(both)));
      answers.add(outcome(() -> requests.multi(at, part(region, action(both)))));
    }
    return answers;
  }

  private static <T extends OperationWithAttributes> T marked(T request) {
    Mark.of(SPEC).putOn(request);
    return request;
  }

  private String put(Put put) throws IOException {
    requests.put(at, RawRequests.region(region), put);
    return "put";
  }

  /** A marked write, beside a write of the same user that is as it should be. */
  List<String> beside(String row) throws IOException {
    return requests.multi(
        at,
        part(region, action(marked(PlacedTable.put(ROW)))),
        part(region, action(PlacedTable.put(row))));
  }
}
