package io.halite.it.demo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One flight, as a row: the natural key {@code 200101010001ANCLAX} is the minute of departure (12
 * digits) and the airports (3 letters each); {@code f:delay} and {@code f:distance} are texts.
 */
public record Flight(
    String departure, String origin, String destination, String delay, String distance) {
  static final byte[] FAMILY = Bytes.toBytes("f");
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuuMMddHHmm");
  private static final byte[] DELAY = Bytes.toBytes("delay");
  private static final byte[] DISTANCE = Bytes.toBytes("distance");

  static Flight parse(String line) {
    String[] fields = line.split(",", -1);
    if (fields.length != 5 || fields[0].length() != 12) {
      throw new IllegalArgumentException(
          "flight '" + line + "' is not departure,origin,destination,delay,distance");
    }
    return new Flight(fields[0], fields[1], fields[2], fields[3], fields[4]);
  }

  String key() {
    return departure + origin + destination;
  }

  byte[] rowKey() {
    return key().getBytes(StandardCharsets.US_ASCII);
  }

  Put toPut() {
    return put(rowKey());
  }

  /** The time of departure, as if all airports kept Greenwich's. */
  public Instant time() {
    return LocalDateTime.parse(departure, MINUTE).toInstant(ZoneOffset.UTC);
  }

  /** The flight under {@code origin, revtime, destination}: the newest of an airport is first. */
  Put toDeparture() {
    byte[] row =
        ByteBuffer.allocate(origin.length() + Long.BYTES + destination.length())
            .put(Bytes.toBytes(origin))
            .putLong(Long.MAX_VALUE - time().toEpochMilli())
            .put(Bytes.toBytes(destination))
            .array();
    return put(row);
  }

  private Put put(byte[] row) {
    return new Put(row)
        .addColumn(FAMILY, DELAY, Bytes.toBytes(delay))
        .addColumn(FAMILY, DISTANCE, Bytes.toBytes(distance));
  }

  /** Whether {@code result} is this flight: its key, its two cells, and no other. */
  boolean isIn(Result result) {
    return result.size() == 2
        && Bytes.equals(result.getRow(), rowKey())
        && Bytes.equals(result.getValue(FAMILY, DELAY), Bytes.toBytes(delay))
        && Bytes.equals(result.getValue(FAMILY, DISTANCE), Bytes.toBytes(distance));
  }
}
