package io.halite.it.segments;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Events of hosts, whose keys have delimiters, and questions about them with what they find. */
final class EventTable implements AutoCloseable {
  static final String LAYOUT = "event~: host~: ts:8:revtime rest:*";
  private static final List<String> EVENTS = List.of("boot", "login", "login2", "log!", "stop");
  private static final List<String> HOSTS = List.of("a", "a!", "ab", "b", "web1", "web10", "");

  /** A row, by its segments. */
  record Event(String event, String host, long hour, String rest) {
    byte[] key() {
      return Bytes.add(
          Bytes.toBytes(event + ":" + host + ":"),
          Bytes.toBytes(Long.MAX_VALUE - hour * 3_600_000),
          Bytes.toBytes(rest));
    }
  }

  /** Questions, each with the rows that it is about. */
  static final Map<String, Predicate<Event>> QUESTIONS = questions();

  private final TestTable table;
  private final Map<String, Event> rows = new TreeMap<>();

  private EventTable(TestTable table) {
    this.table = table;
  }

  private static Map<String, Predicate<Event>> questions() {
    Map<String, Predicate<Event>> questions = new LinkedHashMap<>();
    String time = Instant.ofEpochMilli(5 * 3_600_000).toString();
    questions.put(
        "event = login and host in (a, web1) and ts >= " + time,
        row ->
            row.event.equals("login") && List.of("a", "web1").contains(row.host) && row.hour >= 5);
    questions.put("host = web1", row -> row.host.equals("web1"));
    questions.put(
        "host = web* and rest = x", row -> row.host.startsWith("web") && row.rest.equals("x"));
    questions.put("host <= a", row -> row.host.compareTo("a") <= 0);
    questions.put(
        "host > 'a' and event != login",
        row -> row.host.compareTo("a") > 0 && !row.event.equals("login"));
    questions.put(
        "event in (boot, 'log!') and not (host = a* or ts < " + time + ")",
        row ->
            List.of("boot", "log!").contains(row.event)
                && !row.host.startsWith("a")
                && row.hour >= 5);
    questions.put(
        "rest = '' or event = stop and host = b",
        row -> row.rest.isEmpty() || (row.event.equals("stop") && row.host.equals("b")));
    return questions;
  }

  /** The table, with a region in each bucket from each of the borders on. */
  static EventTable create(EmbeddedCluster cluster, String salt, boolean latest, String... borders)
      throws Exception {
    String spec = "key=" + LAYOUT + ",salt=" + salt;
    TablePlan plan = TestTable.numbered("events").salted(spec);
    if (latest) {
      plan.coprocessor(TestTable.LATEST_ENDPOINT);
    }
    plan = salt.equals("none") ? plan.splits("login:b", "login2") : plan.splitBuckets();
    for (byte[] bucket : SaltingSpec.parse(spec).salt().prefixes()) {
      for (String border : borders) {
        plan.splits(Bytes.add(bucket, Bytes.toBytes(border)));
      }
    }
    EventTable events = new EventTable(plan.create(cluster));
    List<Put> puts = new ArrayList<>();
    for (String event : EVENTS) {
      for (String host : HOSTS) {
        for (int hour = 1; hour <= 8; hour++) {
          Event row = new Event(event, host, hour, List.of("", "x", "xy").get(hour % 3));
          events.rows.put(new String(row.key(), ISO_8859_1), row);
          puts.add(new Put(row.key()).addColumn(TestTable.F, TestTable.Q, TestTable.F));
        }
      }
    }
    events.table.table().put(puts);
    return events;
  }

  TestTable table() {
    return table;
  }

  List<String> thatAre(Predicate<Event> wanted) {
    return rows.entrySet().stream()
        .filter(row -> wanted.test(row.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  static List<String> scan(Table table, Scan scan) throws Exception {
    List<String> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        found.add(new String(row.getRow(), ISO_8859_1));
      }
    }
    return found;
  }

  /** Asks each question in all ways, in either direction, by the clients of a connection. */
  void askAll(Connection connection) throws Exception {
    try (Table client = connection.getTable(table.name())) {
      for (Map.Entry<String, Predicate<Event>> question : QUESTIONS.entrySet()) {
        String text = question.getKey();
        List<String> wanted = thatAre(question.getValue());
        assertThat(wanted).as(text).isNotEmpty();
        List<String> backwards = new ArrayList<>(wanted);
        Collections.reverse(backwards);
        for (Scan scan : ways(text)) {
          assertThat(scan(client, scan)).as(text).isEqualTo(wanted);
          assertThat(scan(client, new Scan(scan).setReversed(true))).as(text).isEqualTo(backwards);
        }
        SegmentFilter filter = SegmentFilter.where(KeyLayout.parse(LAYOUT), text);
        assertThat(scan(client, filter.applyTo(new Scan()))).as(text).isEqualTo(wanted);
        assertThat(scan(client, filter.applyTo(new Scan().setReversed(true))))
            .as(text)
            .isEqualTo(backwards);
      }
    }
  }

  /** By attribute, as a filter in Java, in a list, and in the filter language of the shell. */
  private static List<Scan> ways(String text) throws Exception {
    SegmentFilter filter = SegmentFilter.where(KeyLayout.parse(LAYOUT), text);
    ParseFilter.registerFilter("SegmentFilter", SegmentFilter.class.getName());
    String words = "SegmentFilter('%s', '%s')".formatted(LAYOUT, text.replace("'", "''"));
    Filter parsed = new ParseFilter().parseFilterString(words);
    return List.of(
        new Scan().setAttribute("halite.where", Bytes.toBytes(text)),
        new Scan().setFilter(filter),
        new Scan().setFilter(filter.alwaysSeeking()),
        new Scan().setFilter(new FilterList(new KeyOnlyFilter(), filter)),
        new Scan().setFilter(parsed));
  }

  @Override
  public void close() throws Exception {
    table.close();
  }
}
