package io.halite.coprocessor.owner;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.ServerName;

/**
 * What a gateway gives to the client of a scan in place of a read point. Immutable.
 *
 * <p>Of its 64 bits the first is 0 and the second 1: no region of HBase has a read point of this
 * size. Eight bits follow that many a server's name share, then 30 random ones of the region, and
 * 24 that count its scans. Example: of {@code 4E·C0 12 34 57·00 00 07} all but the last three bytes
 * are the number of the region, which is also the name of the file that it leaves when it closes.
 *
 * @param number the bits
 */
public record ScanTicket(long number) {
  private static final long TICKET = 1L << 62;
  private static final int COUNTER_BITS = 24;
  private static final int RANDOM_BITS = 30;
  private static final int SERVER_BITS = 8;

  /** What a client has sent in place of a read point; empty if that is no ticket. */
  public static Optional<ScanTicket> of(long readPoint) {
    return (readPoint & TICKET) == 0 || readPoint < 0
        ? Optional.empty()
        : Optional.of(new ScanTicket(readPoint));
  }

  /** A ticket of a region that opens on a server. No scan has it. */
  public static ScanTicket first(ServerName server) {
    long random = ThreadLocalRandom.current().nextLong(1L << RANDOM_BITS);
    return new ScanTicket(TICKET | (ofServer(server) << RANDOM_BITS | random) << COUNTER_BITS);
  }

  /** The ticket of a scan of the same region, which has that many others before. */
  public ScanTicket ofScan(long before) {
    return new ScanTicket(region() << COUNTER_BITS | (before & ((1L << COUNTER_BITS) - 1)));
  }

  /** The number of the region that has made it, since the region opened. */
  public long region() {
    return number >>> COUNTER_BITS;
  }

  /** Whether a region of this server may have made it: one of 256 servers seems so. */
  public boolean mayBeOf(ServerName server) {
    return (region() >>> RANDOM_BITS & ((1L << SERVER_BITS) - 1)) == ofServer(server);
  }

  /** The same on every server, for as long as the named one runs. */
  private static long ofServer(ServerName server) {
    // Names differ in few characters, which this multiplication spreads over the upper bits.
    return (server.getServerName().hashCode() * 0x9E3779B9) >>> (Integer.SIZE - SERVER_BITS);
  }
}
