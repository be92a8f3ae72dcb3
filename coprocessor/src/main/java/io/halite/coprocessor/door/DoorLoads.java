package io.halite.coprocessor.door;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.jspecify.annotations.Nullable;

/**
 * The load of each door of a table, as one server knows it. Thread-safe.
 *
 * <p>Each door measures the operations a second that it serves and stores, and reports them with
 * the answer to a probe. Both count ({@link TotalLoads}). A connection that was given to a door
 * since is not in its report: it counts as the mean connection of all doors, whatever its first
 * request was. Example: door {@code a} reports 5,000 operations a second of 10 connections, {@code
 * b} 3,000 of 10. The next connections go to {@code b}, each for 400, and the sixth to {@code a}.
 *
 * <p>No door receives more than half of the connections of the last minutes beyond an equal part:
 * of three doors, two thirds. So a door that has come back, or whose load is not what it reports,
 * does not receive all of them.
 *
 * <p>While one of the doors reports nothing, as a server of an earlier version does, the estimates
 * decide alone: connections go to the door that has been given the least. What was given counts
 * half as much after each minute, since this server cannot see when a connection ends that it has
 * sent away. So the door that was given none for the longest time is the next.
 */
final class DoorLoads {
  private final Map<ServerName, GivenLoad> loads = new ConcurrentHashMap<>();

  /** When such a connection moved last, in milliseconds. */
  private final AtomicLong turn = new AtomicLong(Long.MIN_VALUE / 2);

  /** The mean rate of the connections that doors measured last. */
  private volatile double lastMean = 1;

  /** The operations a second of the rows that this server stores. */
  private volatile double markedHere;

  /** A door that may be given a connection. */
  private record Candidate(ServerName door, GivenLoad load) {}

  /**
   * Gives a connection to a door.
   *
   * @param weight the operations of the connection's first request
   * @param now milliseconds
   */
  void add(ServerName door, double weight, long now) {
    loads.compute(door, (key, old) -> known(old, now).given(weight, now));
  }

  /**
   * Takes up what a door has measured.
   *
   * @param load empty if the door has answered without a report
   */
  void measured(ServerName door, Optional<DoorLoad> load, long now) {
    loads.compute(door, (key, old) -> known(old, now).measured(load, markedHere, now));
  }

  /** Takes up what this server has measured of itself. */
  void measuredHere(ServerName here, DoorLoad load, long now) {
    markedHere = load.marked();
    measured(here, Optional.of(load), now);
  }

  private static GivenLoad known(@Nullable GivenLoad load, long now) {
    return load == null ? GivenLoad.nothing(now) : load;
  }

  /** The door of the least load; of equal ones {@code here}, then the first of {@code others}. */
  ServerName least(ServerName here, List<ServerName> others, long now) {
    List<Candidate> doors = candidates(here, others, now);
    if (!areMeasured(doors)) {
      return leastGiven(doors, now);
    }
    TotalLoads totals = totals(doors, mean(doors));
    double most = mostGiven(doors, now);
    // Whole operations: less is no difference, and the door that waits longest is the next.
    Comparator<Integer> byTotal = Comparator.comparingDouble(door -> Math.rint(totals.of(door)));
    return IntStream.range(0, doors.size())
        .boxed()
        .filter(door -> doors.get(door).load().count(now) <= most)
        .min(byTotal.thenComparingDouble(door -> doors.get(door).load().weight(now)))
        .map(door -> doors.get(door).door())
        .orElseThrow();
  }

  /**
   * The same for a connection that {@code here} has served for so long that it is measured: it does
   * not count there, and neither does what each door was given since.
   */
  ServerName leastWithout(ServerName here, List<ServerName> others, long now) {
    List<Candidate> doors = candidates(here, others, now);
    if (!areMeasured(doors)) {
      return leastGiven(doors, now);
    }
    double mean = mean(doors);
    TotalLoads totals = totals(doors, mean);
    return IntStream.range(0, doors.size())
        .boxed()
        .min(
            Comparator.comparingDouble(door -> Math.rint(totals.of(door) - (door == 0 ? mean : 0))))
        .map(door -> doors.get(door).door())
        .orElseThrow();
  }

  private static TotalLoads totals(List<Candidate> doors, double mean) {
    return new TotalLoads(doors.stream().map(Candidate::load).toList(), mean);
  }

  private static boolean areMeasured(List<Candidate> doors) {
    return doors.stream().allMatch(door -> door.load().measured().isPresent());
  }

  private static ServerName leastGiven(List<Candidate> doors, long now) {
    return doors.stream()
        .min(Comparator.comparingDouble(door -> door.load().weight(now)))
        .orElseThrow()
        .door();
  }

  private List<Candidate> candidates(ServerName here, List<ServerName> others, long now) {
    List<Candidate> doors = new ArrayList<>();
    doors.add(candidate(here, now));
    others.forEach(other -> doors.add(candidate(other, now)));
    return doors;
  }

  private Candidate candidate(ServerName door, long now) {
    return new Candidate(door, known(loads.get(door), now));
  }

  /** The mean rate of a connection; one operation a second until a door has measured some. */
  private double mean(List<Candidate> doors) {
    double recent = 0;
    double connections = 0;
    for (Candidate door : doors) {
      DoorLoad load = door.load().measured().orElseThrow();
      recent += load.recent();
      connections += load.connections();
    }
    if (connections > 0) {
      lastMean = recent / connections;
    }
    return lastMean;
  }

  /** The connections of the last minutes beyond which a door is passed over. */
  private static double mostGiven(List<Candidate> doors, long now) {
    double given = doors.stream().mapToDouble(door -> door.load().count(now)).sum();
    double equalPart = 1.0 / doors.size();
    // A rounding error must not keep all doors out.
    return given * (0.5 + 0.5 * equalPart) + 1e-9;
  }

  /**
   * Lets one connection that is measured at its door move to another door, and no further one for
   * {@code pause} milliseconds.
   */
  boolean takesTurn(long now, long pause) {
    long last = turn.get();
    return now - last >= pause && turn.compareAndSet(last, now);
  }

  /** Forgets the doors that have none of these names. */
  void retain(Set<ServerName> doors) {
    loads.keySet().retainAll(doors);
  }
}
