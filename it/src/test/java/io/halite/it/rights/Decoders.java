package io.halite.it.rights;

import static io.halite.it.rights.Decoder.text;
import static io.halite.it.rights.Decoder.texts;

import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SpecException;
import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.Narrowing;
import io.halite.routing.scan.OwnerScan;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.Mark;
import io.halite.routing.table.PassRange;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/** All of Halite's decoders of specs, texts and attributes; those of messages by their owners. */
final class Decoders {
  static final String LAYOUT = "origin:3 departure:12:digits seq:4:int destination:3 at:8:revtime";
  static final SaltedTable TABLE =
      new SaltedTable(
          TableName.valueOf("flights"),
          SaltingSpec.parse(
              "key="
                  + LAYOUT
                  + ",salt=hash(origin) spread(departure % 4) % 16"
                  + ",index=by(destination origin f:q)"));

  private static final byte[] F = Bytes.toBytes("f");
  static final int LONGEST_KEY = 64;
  private static final List<byte[]> PLAIN = List.of(new byte[0], new byte[] {1});

  private static final List<byte[]> QUERIES =
      texts(
          "destination = LAX",
          "destination in (LAX, SFO) and departure >= 20010115",
          "origin != 'A''B' and departure 200101* ",
          "departure = 20010101.. and origin not in (A*, 0x42..0x43, ..C)",
          "at >= 2001-01-15T00:00Z and seq < 4294967295",
          "@0:3 = LAX and x@15:4:int in (1, 2..9)",
          "origin@0:3 > a and departure@3:12:digits <= 2001");
  private static final List<byte[]> QUERY_PARTS =
      texts(
          " and ",
          "in (",
          "not in (",
          ")",
          ", ",
          "..",
          "*",
          "'",
          "''",
          "0x",
          "0xFF",
          "@0:32766",
          "@",
          ":int",
          ":revtime",
          "A*, ",
          "..A, ",
          "2001-01-15T00:00Z",
          "999999999",
          "=",
          "!=");

  private Decoders() {}

  static Stream<Decoder> all() {
    return Stream.of(SpecDecoders.all(), scans(), Messages.all()).flatMap(decoders -> decoders);
  }

  private static Stream<Decoder> scans() {
    return Stream.of(
        Decoder.of("filter bytes", filters(), PLAIN, Set.of(), Decoders::filter),
        Decoder.of(
            "filter text",
            QUERIES,
            QUERY_PARTS,
            Set.of(QueryException.class),
            bytes -> use(SegmentFilter.where(TABLE.layout(), text(bytes)), bytes)),
        arguments(),
        attributeOfScan(
            "where, gateway", WhereAttribute.ATTRIBUTE, QUERIES, QUERY_PARTS, Decoders::narrow),
        attributeOfScan(
            "where, owner",
            WhereAttribute.ATTRIBUTE,
            QUERIES,
            QUERY_PARTS,
            scan -> WhereAttribute.installUnbounded(scan, TABLE)),
        attributeOfScan(
            "latest",
            LatestAttribute.ATTRIBUTE,
            texts("1", "10000", "17"),
            texts("0", "-", "9"),
            scan -> OwnerScan.ofStored(scan, TABLE)),
        attributeOfScan(
            "pass",
            "halite.pass",
            List.of(Bytes.fromHex("0100000000014142"), Bytes.fromHex("010100000000")),
            PLAIN,
            PassRange::of),
        mark());
  }

  /** Some bytes of an input, as a row that somebody sends. */
  static byte[] key(byte[] bytes) {
    return Arrays.copyOf(bytes, Math.min(bytes.length, LONGEST_KEY));
  }

  static KeyRange range(byte[] bytes) {
    byte[] key = key(bytes);
    int middle = key.length / 2;
    return KeyRange.of(Arrays.copyOf(key, middle), Arrays.copyOfRange(key, middle, key.length));
  }

  private static List<byte[]> filters() {
    List<byte[]> filters = new ArrayList<>();
    for (byte[] query : QUERIES.subList(0, 2)) {
      filters.add(SegmentFilter.where(TABLE.layout(), text(query)).toByteArray());
    }
    filters.add(
        SegmentFilter.where("@0:3 in (A*, B.., ..0x40) and a@9:8:revtime < 1000")
            .alwaysSeeking()
            .toByteArray());
    filters.add(SegmentFilter.where("@0:32766 in (A*, B..C, E*)").toByteArray());
    return filters;
  }

  private static void filter(byte[] bytes) throws Exception {
    use(SegmentFilter.parseFrom(bytes), bytes);
  }

  private static void use(SegmentFilter filter, byte[] bytes) throws IOException {
    judge(filter.onServer(), bytes);
    filter.query().narrow(range(bytes));
    filter.query().images(TABLE.salt(), range(bytes));
    filter.toByteArray();
  }

  /** Shows a filter a cell, as a region does. */
  static void judge(Filter filter, byte[] bytes) throws IOException {
    byte[] row = bytes.length == 0 ? F : key(bytes);
    KeyValue cell = new KeyValue(row, F, F, 1, F);
    filter.reset();
    if (!filter.filterAllRemaining() && !filter.filterRowKey(cell)) {
      filter.filterCell(cell);
      filter.getNextCellHint(cell);
      filter.filterRow();
    }
  }

  private static Decoder arguments() {
    List<byte[]> parts = new ArrayList<>(QUERY_PARTS);
    parts.add(Bytes.toBytes("|"));
    return Decoder.of(
        "filter arguments",
        texts("'@15:3 = LAX'", "'origin:3 departure:12'|'origin = LAX'"),
        parts,
        Set.of(QueryException.class, SpecException.class, IllegalArgumentException.class),
        bytes -> {
          ArrayList<byte[]> arguments = new ArrayList<>(texts(text(bytes).split("\\|", -1)));
          // HBase's own parser hands out nothing shorter than its quotes.
          arguments.removeIf(argument -> argument.length < 2);
          SegmentFilter.createFilterFromArguments(arguments);
        });
  }

  private interface OfScan {
    void read(Scan scan) throws IOException;
  }

  private static Decoder attributeOfScan(
      String name, String attribute, List<byte[]> valid, List<byte[]> parts, OfScan reading) {
    return Decoder.of(
        name,
        valid,
        parts,
        Set.of(),
        bytes -> {
          Scan scan = new Scan().setAttribute(attribute, bytes);
          if (bytes.length > 1) {
            scan.withStartRow(key(bytes));
          }
          reading.read(scan);
        });
  }

  private static void narrow(Scan scan) throws IOException {
    Narrowing narrowing = Narrowing.of(scan, TABLE);
    narrowing.narrow(scan);
    narrowing.images(KeyRange.of(scan.getStartRow(), new byte[0]));
  }

  private static Decoder mark() {
    Put marked = new Put(F);
    TABLE.mark().putOn(marked);
    return Decoder.of(
        "mark",
        List.of(marked.getAttribute(Mark.ATTRIBUTE)),
        PLAIN,
        Set.of(),
        bytes -> {
          Put put = new Put(F).setAttribute(Mark.ATTRIBUTE, bytes);
          TABLE.mark().check(put);
        });
  }
}
