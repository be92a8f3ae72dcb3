package io.halite.it.protocols;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;

/** What one client was answered, by request, and which requests gateways forwarded. */
final class Transcript {
  private final Map<String, String> answers = new LinkedHashMap<>();
  private final Map<String, String> refusals = new LinkedHashMap<>();
  private final Set<String> forwarded = new TreeSet<>();

  /** A request of a client. */
  interface Request {
    /** Sends it and returns the answer as text, with the table's own name in it. */
    String send() throws Exception;
  }

  /** What is done with requests that need all cells of a row in one place. */
  enum OfOnePlace {
    /** They are sent as all others, since each row has one place. */
    ANSWERED,
    /** They are sent, and have to be refused. */
    REFUSED,
    /** They are not sent, since the table is the twin of one that refuses them. */
    LEFT_OUT
  }

  private final String table;
  private final OfOnePlace ofOnePlace;

  Transcript(String table, OfOnePlace ofOnePlace) {
    this.table = table;
    this.ofOnePlace = ofOnePlace;
  }

  /** The name of the table. */
  String table() {
    return table;
  }

  /** Sends a request and keeps its answer. */
  void add(String what, Request request) throws Exception {
    long before = forwards();
    // Times that a server gave differ from table to table.
    String answer =
        request.send().replace(table, "TABLE").replaceAll("(?<![0-9])1[0-9]{12}(?![0-9])", "NOW");
    if (forwards() > before) {
      forwarded.add(what);
    }
    if (answers.put(what, answer) != null) {
      throw new IllegalArgumentException("two requests are called '" + what + "'");
    }
  }

  /** The same for a request that random salts refuse. */
  void addOfOnePlace(String what, Request request) throws Exception {
    switch (ofOnePlace) {
      case ANSWERED -> add(what, request);
      case REFUSED -> refusals.put(what, request.send().replace(table, "TABLE"));
      case LEFT_OUT -> {}
    }
  }

  /** The requests that the plain table answered otherwise, each with both answers. */
  Map<String, String> differences(Transcript plain) {
    Map<String, String> differences = new LinkedHashMap<>();
    Set<String> requests = new LinkedHashSet<>(answers.keySet());
    requests.addAll(plain.answers.keySet());
    for (String request : requests) {
      String here = answers.getOrDefault(request, "nothing");
      String there = plain.answers.getOrDefault(request, "nothing");
      if (!here.equals(there)) {
        differences.put(request, "\n" + here + "\nand of the plain table\n" + there);
      }
    }
    return differences;
  }

  /** The answers to the requests that random salts refuse. */
  Map<String, String> refusals() {
    return refusals;
  }

  /** The requests for which a gateway asked an owner. */
  Set<String> forwarded() {
    return forwarded;
  }

  private static long forwards() {
    long sum = 0;
    for (MetricRegistry registry : MetricRegistries.global().getMetricRegistries()) {
      for (String name : new String[] {"localForwards", "remoteForwards", "mergedScans"}) {
        sum +=
            Optional.ofNullable(registry.getMetrics().get(name))
                .filter(Counter.class::isInstance)
                .map(counter -> ((Counter) counter).getCount())
                .orElse(0L);
      }
    }
    return sum;
  }
}
