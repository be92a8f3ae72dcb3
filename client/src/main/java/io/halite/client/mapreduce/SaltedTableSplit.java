package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * The part of a table that one task reads: stored ranges of one region, or one range of natural
 * keys.
 *
 * <p>It says what it is: {@code split of 't' under key=row:*,salt=hash(*) % 4: stored keys [01·61,
 * 01·63) of the natural range [61, 63), at host1}. A task whose class path lacks this class cannot
 * read it, and a task with another version of it refuses it. The scan is not in it: it is in the
 * configuration of the job. Hadoop fills it once; after that it is immutable.
 */
public final class SaltedTableSplit extends InputSplit implements Writable {
  private static final int FORMAT = 1;

  private String table = "";
  private String spec = "";
  private KeyRange natural = KeyRange.all();
  private List<KeyRange> ranges = List.of();
  private String location = "";
  private long length;

  /** For Hadoop, which then calls {@link #readFields}. */
  public SaltedTableSplit() {}

  private SaltedTableSplit(
      String table,
      String spec,
      KeyRange natural,
      List<KeyRange> ranges,
      String location,
      long length) {
    this.table = table;
    this.spec = spec;
    this.natural = natural;
    this.ranges = List.copyOf(ranges);
    this.location = location;
    this.length = length;
  }

  /**
   * A split of stored keys.
   *
   * @param natural the range of the scan
   * @param stored what the region holds of it
   * @param location the host of the region's server
   * @param length the size of the region in bytes
   */
  static SaltedTableSplit ofStored(
      String table,
      String spec,
      KeyRange natural,
      List<KeyRange> stored,
      String location,
      long length) {
    return new SaltedTableSplit(table, spec, natural, stored, location, length);
  }

  /** A split of natural keys, which the gateway regions answer as they answer any client. */
  static SaltedTableSplit ofNatural(String table, KeyRange natural, String location, long length) {
    return new SaltedTableSplit(table, "", natural, List.of(natural), location, length);
  }

  /** Whether the ranges are of stored keys, and read at their owners. */
  public boolean isStored() {
    return !spec.isEmpty();
  }

  /** The name of the table. */
  public String table() {
    return table;
  }

  /** The spec under which the ranges were made; empty for a split of natural keys. */
  public String spec() {
    return spec;
  }

  /** The natural keys among which the rows of this split are. */
  public KeyRange natural() {
    return natural;
  }

  /** The ranges to read, one after the other. */
  public List<KeyRange> ranges() {
    return ranges;
  }

  /**
   * The size of the region in bytes, as {@code TableSplit} gives it; an estimate, and never 0:
   * Spark reads no split of size 0, and HBase finds that size in gateways and when it measures
   * none.
   */
  @Override
  public long getLength() {
    return Math.max(1, length);
  }

  /** The host of the region's server; none for a split of natural keys of a salted table. */
  @Override
  public String[] getLocations() {
    return location.isEmpty() ? new String[0] : new String[] {location};
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeByte(FORMAT);
    out.writeUTF(table);
    Bytes.writeByteArray(out, Bytes.toBytes(spec));
    write(out, natural);
    out.writeInt(ranges.size());
    for (KeyRange range : ranges) {
      write(out, range);
    }
    out.writeUTF(location);
    out.writeLong(length);
  }

  private static void write(DataOutput out, KeyRange range) throws IOException {
    Bytes.writeByteArray(out, range.start());
    Bytes.writeByteArray(out, range.stop());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if another version of Halite wrote it
   */
  @Override
  public void readFields(DataInput in) throws IOException {
    int format = in.readUnsignedByte();
    if (format != FORMAT) {
      throw new IOException(
          "a split of format "
              + format
              + " was given, and this version of Halite reads format "
              + FORMAT
              + ": put the same halite-client on the class path of the job's client and of its"
              + " tasks");
    }
    table = in.readUTF();
    spec = Bytes.toString(Bytes.readByteArray(in));
    natural = readRange(in);
    int size = in.readInt();
    List<KeyRange> read = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      read.add(readRange(in));
    }
    ranges = List.copyOf(read);
    location = in.readUTF();
    length = in.readLong();
  }

  private static KeyRange readRange(DataInput in) throws IOException {
    return KeyRange.of(Bytes.readByteArray(in), Bytes.readByteArray(in));
  }

  @Override
  public String toString() {
    String of = ranges.stream().map(KeyRange::toString).collect(Collectors.joining(", "));
    String keys =
        isStored()
            ? " under " + spec + ": stored keys " + of + " of the natural range " + natural
            : ": natural keys " + of + " by gateways";
    return "split of '" + table + "'" + keys + (location.isEmpty() ? "" : ", at " + location);
  }
}
