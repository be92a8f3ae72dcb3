package io.halite.coprocessor.door;

import java.util.Collection;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Measures the natural requests of one table that one server serves. Requests that it redirects do
 * not count. Handlers count; the {@link DoorWatch} takes. Thread-safe.
 */
final class ServedLoad {
  private static final long WINDOW_MILLIS = 10_000;

  /** A server measures once a second. */
  private static final long FRESH_MILLIS = 5_000;

  /** What guests serve, scans included. */
  private final DecayingRate guests = new DecayingRate();

  /** The gets and mutations among it. */
  private final DecayingRate ofGuests = new DecayingRate();

  private volatile ConnectionCount connections = new ConnectionCount();
  private volatile Measured measured = new Measured(DoorLoad.NONE, Long.MIN_VALUE / 2);
  private Seconds last = new Seconds(0, 0);
  private boolean begun;
  private long windowBegin;
  private long operations;

  /** A load and when it was measured, in milliseconds. */
  private record Measured(DoorLoad load, long at) {}

  /** Some seconds: operations a second, and the connections that sent them. */
  private record Seconds(double rate, double connections) {}

  /** Counts a request that a guest serves, in place of a gateway region elsewhere. */
  void count(ByteString gateway, Peer peer, int operations) {
    count(guests, gateway, peer, operations);
    ofGuests.count(operations);
  }

  /** Counts a request that a gateway region on this server serves, into its own rate. */
  void count(DecayingRate own, ByteString gateway, Peer peer, int operations) {
    own.count(weight(operations));
    connections.add(31L * peer.hashCode() + gateway.hashCode());
  }

  /** A scan counts as one operation. */
  static int weight(int operations) {
    return Math.max(1, operations);
  }

  /**
   * Measures again.
   *
   * @param here the rates that the table's gateway regions on this server serve, scans included
   * @param arriving the gets and mutations that arrive at the table's regions on this server
   * @param now milliseconds
   */
  synchronized DoorLoad take(Collection<DecayingRate> here, ServerShare arriving, long now) {
    ofGuests.take(now);
    operations += guests.take(now);
    double rate = guests.rate();
    for (DecayingRate own : here) {
      operations += own.take(now);
      rate += own.rate();
    }
    Seconds present = present(now);
    Seconds recent = present.connections() > last.connections() ? present : last;
    double natural = arriving.natural() + ofGuests.rate();
    DoorLoad load =
        new DoorLoad(rate, recent.rate(), recent.connections(), arriving.marked(), natural);
    measured = new Measured(load, now);
    return load;
  }

  /** Forgets the connections of the last seconds, and what they sent. Only the watch calls it. */
  synchronized void forgetConnections(long now) {
    last = new Seconds(0, 0);
    begin(now);
  }

  private void begin(long now) {
    begun = true;
    connections = new ConnectionCount();
    operations = 0;
    windowBegin = now;
  }

  private Seconds present(long now) {
    if (!begun) {
      begun = true;
      windowBegin = now;
    }
    long millis = now - windowBegin;
    Seconds present =
        new Seconds(operations * 1_000.0 / Math.max(1_000, millis), connections.estimate());
    if (millis >= WINDOW_MILLIS) {
      last = present;
      begin(now);
    }
    return present;
  }

  /** What was measured last; empty if that is long ago, as when the watch waits for a server. */
  Optional<DoorLoad> load(long now) {
    Measured last = measured;
    return now - last.at() > FRESH_MILLIS ? Optional.empty() : Optional.of(last.load());
  }
}
