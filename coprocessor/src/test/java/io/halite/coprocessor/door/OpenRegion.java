package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** A region of table {@code t} on {@link Doors#HERE}: HBase's own, without store and log. */
final class OpenRegion implements GuestRegion {
  static final TableName TABLE = TableName.valueOf("t");

  /** All rows behind those of the first region, and the two regions that these were split into. */
  static final RegionInfo WHOLE = info("b", "");

  static final RegionInfo LEFT = info("b", "c", 2);
  static final RegionInfo RIGHT = info("c", "", 2);

  final HRegion region;
  final Set<ServerName> doors = new HashSet<>();
  final List<ServerName> probed = new ArrayList<>();
  ServerName server = Doors.HERE;
  List<HRegionLocation> locations = List.of();
  Optional<IOException> metaFailure = Optional.empty();
  boolean serving = true;
  boolean observed = true;
  boolean mayHaveDoors = true;
  boolean full;
  boolean holdsWrites;

  /** The read points of the scans that the server knows. */
  final Set<Long> scans = new HashSet<>();

  /** Requests that hold the region's lock, as a bulk load counts them. */
  int begun;

  boolean loadWaits;
  Optional<DoorLoad> reported = Optional.empty();

  /** What each server reports; {@link #reported} by default. */
  Function<ServerName, Optional<DoorLoad>> reports = server -> reported;

  Runnable probing = () -> {};
  int reads;

  /** Runs before the locations are read. */
  Runnable reading = () -> {};

  private OpenRegion(HRegion region) {
    this.region = region;
  }

  /** The region [empty, b), of a table whose other regions are {@code rest} on server 1. */
  static OpenRegion firstOf(RegionInfo... rest) throws IOException {
    OpenRegion first = of("", "b");
    first.locations =
        Stream.concat(
                Stream.of(Doors.at(first.region.getRegionInfo(), Doors.HERE)),
                Stream.of(rest).map(info -> Doors.at(info, Doors.server(1))))
            .toList();
    return first;
  }

  /** The same, known to {@code table}. */
  static OpenRegion firstIn(DoorTable table, RegionInfo... rest) throws IOException {
    OpenRegion first = firstOf(rest);
    table.add(first);
    return first;
  }

  /** A region from {@code start} up to {@code end}, in {@link Bytes#toBytesBinary} form. */
  static OpenRegion of(String start, String end) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build();
    return new OpenRegion(
        HRegion.newHRegion(
            new Path("file:///no-directory/t"),
            null,
            FileSystem.getLocal(conf),
            conf,
            info(start, end),
            table,
            null));
  }

  /** The same region, as an observer knows it that HBase has loaded later. */
  OpenRegion reloaded() {
    return new OpenRegion(region);
  }

  static RegionInfo info(String start, String end) {
    return info(start, end, 1);
  }

  /** A daughter has a greater number than its parent, which begins with the same key. */
  static RegionInfo info(String start, String end, long number) {
    return RegionInfoBuilder.newBuilder(TABLE)
        .setStartKey(Bytes.toBytesBinary(start))
        .setEndKey(Bytes.toBytesBinary(end))
        .setRegionId(number)
        .build();
  }

  static ByteString name(RegionInfo region) {
    return ByteString.copyFrom(region.getRegionName());
  }

  ByteString name() {
    return name(region.getRegionInfo());
  }

  @Override
  public HRegion region() {
    return region;
  }

  @Override
  public boolean isServing() {
    return serving;
  }

  @Override
  public boolean mayHaveDoors() {
    return mayHaveDoors;
  }

  @Override
  public boolean isObserved() {
    return observed;
  }

  @Override
  public Optional<Runnable> keepOpen() {
    if (loadWaits) {
      return Optional.empty();
    }
    begun++;
    return Optional.of(() -> begun--);
  }

  @Override
  public boolean isWantedByLoad() {
    return loadWaits;
  }

  @Override
  public boolean isFull() {
    return full;
  }

  @Override
  public boolean holdsWrites() {
    return holdsWrites;
  }

  @Override
  public boolean knowsScan(long readPoint) {
    return scans.contains(readPoint);
  }

  @Override
  public ServerName server() {
    return server;
  }

  @Override
  public List<HRegionLocation> locations() throws IOException {
    reads++;
    reading.run();
    if (metaFailure.isPresent()) {
      throw metaFailure.get();
    }
    return locations;
  }

  @Override
  public Optional<DoorLoad> probe(ServerName server, RegionInfo gateway) throws IOException {
    probed.add(server);
    probing.run();
    if (!doors.contains(server)) {
      throw new IOException(server + " does not serve " + gateway);
    }
    return reports.apply(server);
  }
}
