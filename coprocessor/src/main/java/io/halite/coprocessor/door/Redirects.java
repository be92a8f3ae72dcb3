package io.halite.coprocessor.door;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Which connections a gateway region has sent to which door.
 *
 * <p>A connection is redirected once and stays where it was sent. If it comes back, its door has
 * declined or died, or its client does not follow redirects. Then the gateway region serves it for
 * 5 seconds before it redirects it again, to another door if there is one; after the next returns
 * for 30 seconds, 3 minutes, 5 minutes. So a client that never follows loses one request in 5
 * minutes, and one more for each server that ceases to be a door.
 *
 * <p>Returns from servers that are no doors any more do not count: the connection could not stay.
 * Example: a connection comes back from a door that has been stopped, and is sent to another one at
 * once, also if it is the fourth door that stops in an hour. One that has come back before the end
 * of its door was known is sent on when it is known, at the latest. If it has also come back from
 * doors that are still there, its last pause begins once more, but with the redirect: a connection
 * that has stayed away for so long is sent on at once, and one that never follows keeps its pauses.
 * Nor do returns count from before a connection has stayed away for 5 minutes.
 *
 * <p>Of the connections that stay at the gateway region's own server, one in ten minutes may be
 * sent to a door of less load.
 *
 * <p>What a client had sent before it knew of the redirect is no return: all that this server has
 * received before the redirect or within a second of it, however long that waits for a handler.
 *
 * <p>What is known of connections is bounded for the whole server: {@link #assignments()}.
 * Thread-safe.
 */
final class Redirects {
  private static final int MOST_CONNECTIONS = 100_000;
  private static final long FORGOTTEN_MINUTES = 60;

  /** Requests on the wire, which the client had sent before the redirect reached it. */
  private static final long IN_FLIGHT_MILLIS = 1_000;

  private static final long KEPT_MILLIS = 600_000;
  private static final long[] RETURN_MILLIS = {5_000, 30_000, 180_000, 300_000};

  /** Away for as long as the longest pause: its client follows redirects. */
  private static final long STAYED_MILLIS = 300_000;

  private final ServerName here;
  private final DoorLoads loads;
  private final Cache<Connection, Assignment> assignments;

  /** A connection to one gateway region. */
  record Connection(Redirects region, Peer peer) {}

  /**
   * What was decided of a connection.
   *
   * @param door the server that takes its requests
   * @param weight the operations of its first request: what is known of it before it is measured
   * @param servedUntil requests that are received before this time are served here
   * @param returned whether it has come back from its door, and has no other one yet
   * @param left the doors that it has come back from last, while they were doors
   */
  record Assignment(
      ServerName door, double weight, long servedUntil, boolean returned, List<ServerName> left) {
    boolean isElsewhere(ServerName here) {
      return !returned && !door.equals(here);
    }

    /** The same time now that these servers are doors: a return from another one counts no more. */
    long servedUntil(List<ServerName> doors) {
      return returned
          ? servedUntil - pause(left) + pause(left.stream().filter(doors::contains).toList())
          : servedUntil;
    }
  }

  /** One gateway region on server {@code here}. */
  Redirects(ServerName here, DoorLoads loads, Cache<Connection, Assignment> assignments) {
    this.here = here;
    this.loads = loads;
    this.assignments = assignments;
  }

  /** What one server knows of the connections of all of its gateway regions. */
  static Cache<Connection, Assignment> assignments() {
    return CacheBuilder.newBuilder()
        .maximumSize(MOST_CONNECTIONS)
        .expireAfterAccess(FORGOTTEN_MINUTES, TimeUnit.MINUTES)
        .build();
  }

  /**
   * Decides about a request of a connection.
   *
   * @param operations the size of the request: the connection's weight; a scan counts as one
   * @param doors servers that serve the gateway region's requests as guests
   * @return the server that the client is to use instead; empty to serve the request here
   */
  Optional<ServerName> door(Peer peer, Arrival arrival, int operations, List<ServerName> doors) {
    Connection connection = new Connection(this, peer);
    Assignment known = assignments.getIfPresent(connection);
    if (doors.isEmpty() || (known != null && arrival.received() < known.servedUntil(doors))) {
      return Optional.empty();
    }
    AtomicBoolean sent = new AtomicBoolean();
    Assignment next =
        assignments
            .asMap()
            .compute(
                connection,
                (key, old) -> {
                  Assignment decided = next(old, arrival, operations, doors);
                  sent.set(!decided.equals(old) && decided.isElsewhere(here));
                  return decided;
                });
    return sent.get() ? Optional.of(next.door()) : Optional.empty();
  }

  /** Whether it was assigned to this server, or has come back and is served here for a while. */
  boolean keeps(Peer peer, long now) {
    Assignment known = assignments.getIfPresent(new Connection(this, peer));
    return known != null
        && !known.isElsewhere(here)
        && (!known.returned() || now < known.servedUntil());
  }

  private Assignment next(
      @Nullable Assignment old, Arrival arrival, int operations, List<ServerName> doors) {
    long now = arrival.now();
    if (old == null) {
      return assigned(now, ServedLoad.weight(operations), List.of(), doors);
    }
    if (arrival.received() < old.servedUntil(doors)) {
      return old;
    }
    if (old.returned()) {
      return assigned(now, old.weight(), old.left(), without(old.door(), doors));
    }
    if (old.door().equals(here)) {
      return reconsidered(old, now, doors);
    }
    return returned(old, arrival, doors);
  }

  /**
   * The doors for a connection that has come back from one of them: one that has just died is still
   * among them for some seconds.
   */
  private static List<ServerName> without(ServerName door, List<ServerName> doors) {
    List<ServerName> others = doors.stream().filter(other -> !other.equals(door)).toList();
    return others.isEmpty() ? doors : others;
  }

  private Assignment returned(Assignment old, Arrival arrival, List<ServerName> doors) {
    long now = arrival.now();
    long away = arrival.received() - old.servedUntil();
    List<ServerName> left = left(away < STAYED_MILLIS ? old.left() : List.of(), old.door(), doors);
    long pause = pause(left);
    boolean isGone = !doors.contains(old.door());
    if (isGone && away >= pause) {
      return assigned(now, old.weight(), left, doors);
    }
    long begun = isGone ? old.servedUntil() : now;
    return new Assignment(old.door(), old.weight(), begun + pause, true, left);
  }

  /** How long a connection is served here that has come back from these doors. */
  private static long pause(List<ServerName> left) {
    return left.isEmpty() ? 0 : RETURN_MILLIS[left.size() - 1];
  }

  /** The doors of the last returns that count, after one more from {@code door}. */
  private static List<ServerName> left(
      List<ServerName> before, ServerName door, List<ServerName> doors) {
    List<ServerName> left =
        Stream.concat(before.stream(), Stream.of(door)).filter(doors::contains).toList();
    return left.subList(Math.max(0, left.size() - RETURN_MILLIS.length), left.size());
  }

  private Assignment assigned(
      long now, double weight, List<ServerName> left, List<ServerName> doors) {
    return assigned(loads.least(here, doors, now), now, weight, left);
  }

  /**
   * Decides again about a connection that was assigned to this server: one in ten minutes may leave
   * it, since its measured load goes down only afterwards.
   */
  private Assignment reconsidered(Assignment old, long now, List<ServerName> doors) {
    ServerName door = loads.leastWithout(here, doors, now);
    if (!door.equals(here) && loads.takesTurn(now, KEPT_MILLIS)) {
      return assigned(door, now, old.weight(), old.left());
    }
    return new Assignment(here, old.weight(), now + KEPT_MILLIS, false, old.left());
  }

  private Assignment assigned(ServerName door, long now, double weight, List<ServerName> left) {
    loads.add(door, weight, now);
    long served = door.equals(here) ? KEPT_MILLIS : IN_FLIGHT_MILLIS;
    return new Assignment(door, weight, now + served, false, left);
  }
}
