package io.halite.it.oracle;

import io.halite.it.oracle.SentCalls.Call;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Scan;

/** Counts the awkward keys and bounds that the operations of a run have, and their calls. */
final class Population {
  /** What a run must not lack. */
  enum Kind {
    BELOW_BUCKET_COUNT,
    ALL_00,
    ALL_FF,
    ONE_BYTE,
    START_ON_BOUNDARY_INCLUDED,
    START_ON_BOUNDARY_EXCLUDED,
    STOP_ON_BOUNDARY_INCLUDED,
    STOP_ON_BOUNDARY_EXCLUDED,
    EMPTY_START,
    EMPTY_STOP,
    REVERSED,
    /** A segment query of several branches that found a row. */
    NESTED_QUERY,
    /** One on a segment behind a delimiter that found a row. */
    DELIMITED_QUERY,
    /** A scan in no order, for clients with the plug-ins, that found a row. */
    UNORDERED,
    /** A scan for the newest rows of each key that found one. */
    NEWEST,
    /** A question to the client of newest rows that found one. */
    NEWEST_BY_CLIENT
  }

  /** What a run of any keys must not lack: scans to and from regions' ends, in both directions. */
  static final Set<Kind> BOUNDS =
      Set.of(
          Kind.START_ON_BOUNDARY_INCLUDED,
          Kind.START_ON_BOUNDARY_EXCLUDED,
          Kind.STOP_ON_BOUNDARY_INCLUDED,
          Kind.STOP_ON_BOUNDARY_EXCLUDED,
          Kind.REVERSED);

  private static final Set<Kind> OF_TIMES = Set.of(Kind.NEWEST, Kind.NEWEST_BY_CLIENT);

  /** What is left out where a row may lie in several places. */
  private static final Set<SentCalls.Kind> OF_SINGLE_PLACES =
      Set.of(
          SentCalls.Kind.INCREMENT,
          SentCalls.Kind.APPEND,
          SentCalls.Kind.CHECK,
          SentCalls.Kind.MUTATE_ROW);

  private final TreeSet<byte[]> boundaries = new TreeSet<>(Arrays::compareUnsigned);
  private final OracleSettings settings;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final Map<Sender, Map<SentCalls.Kind, Integer>> calls = new EnumMap<>(Sender.class);
  private final int[] firstBytes = new int[256];

  Population(byte[][] splits, OracleSettings settings) {
    this.boundaries.addAll(List.of(splits));
    this.settings = settings;
  }

  void add(Operation operation) {
    operation.rows().forEach(this::addKey);
  }

  private void addKey(byte[] key) {
    if (key.length == 0) {
      return;
    }
    firstBytes[key[0] & 0xFF]++;
    count(Kind.BELOW_BUCKET_COUNT, (key[0] & 0xFF) < settings.buckets());
    count(Kind.ALL_00, consistsOf(key, 0));
    count(Kind.ALL_FF, consistsOf(key, 0xFF));
    count(Kind.ONE_BYTE, key.length == 1);
  }

  void add(Scan scan) {
    boolean start = boundaries.contains(scan.getStartRow());
    boolean stop = boundaries.contains(scan.getStopRow());
    count(Kind.START_ON_BOUNDARY_INCLUDED, start && scan.includeStartRow());
    count(Kind.START_ON_BOUNDARY_EXCLUDED, start && !scan.includeStartRow());
    count(Kind.STOP_ON_BOUNDARY_INCLUDED, stop && scan.includeStopRow());
    count(Kind.STOP_ON_BOUNDARY_EXCLUDED, stop && !scan.includeStopRow());
    count(Kind.EMPTY_START, scan.getStartRow().length == 0);
    count(Kind.EMPTY_STOP, scan.getStopRow().length == 0);
    count(Kind.REVERSED, scan.isReversed());
  }

  /** Counts what was called of the salted table by an operation that has ended. */
  void add(Set<Call> ofOperation) {
    for (Call call : ofOperation) {
      callsOf(call.sender()).merge(call.kind(), 1, Integer::sum);
    }
  }

  private Map<SentCalls.Kind, Integer> callsOf(Sender sender) {
    return calls.computeIfAbsent(sender, any -> new EnumMap<>(SentCalls.Kind.class));
  }

  /** The calls that no operation has sent, though it could. */
  List<Call> unsent() {
    return Call.all().stream()
        .filter(call -> settings.singlePlace() || !OF_SINGLE_PLACES.contains(call.kind()))
        .filter(call -> !callsOf(call.sender()).containsKey(call.kind()))
        .toList();
  }

  /** Counts what has found a row; threads of both twins may call it. */
  void found(Set<Kind> kinds) {
    kinds.forEach(kind -> count(kind, true));
  }

  private synchronized void count(Kind kind, boolean is) {
    if (is) {
      counts.merge(kind, 1, Integer::sum);
    }
  }

  private static boolean consistsOf(byte[] key, int value) {
    return IntStream.range(0, key.length).allMatch(i -> (key[i] & 0xFF) == value);
  }

  /** The kinds of which the run had none, though it could. */
  List<Kind> missing() {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.ONE_BYTE || settings.shortestKey() == 1)
        .filter(kind -> kind != Kind.DELIMITED_QUERY || settings.form().hasDelimiters())
        .filter(kind -> kind != Kind.UNORDERED || settings.clients().havePlugIns())
        .filter(kind -> !OF_TIMES.contains(kind) || settings.form().timed().isPresent())
        .filter(kind -> !counts.containsKey(kind))
        .toList();
  }

  /** In how many of 16 equal parts of all first bytes lie less than half of an even share. */
  long thinParts() {
    int all = Arrays.stream(firstBytes).sum();
    return IntStream.range(0, 16)
        .map(part -> Arrays.stream(firstBytes, part * 16, part * 16 + 16).sum())
        .filter(keys -> keys < all / 32)
        .count();
  }

  @Override
  public String toString() {
    long firsts = Arrays.stream(firstBytes).filter(count -> count > 0).count();
    return firsts + " first bytes, " + counts + ", calls " + calls;
  }
}
