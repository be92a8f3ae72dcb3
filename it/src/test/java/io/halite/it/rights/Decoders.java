package io.halite.it.rights;

import static io.halite.it.rights.Decoder.text;
import static io.halite.it.rights.Decoder.texts;

import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.OwnerScan;
import io.halite.filters.segment.QueryException;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SpecException;
import io.halite.routing.scan.Narrowing;
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
import org.apache.hadoop.hbase.DoNotRetryIOException;
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
  private static final int LONGEST_KEY = 64;
  private static final List<byte[]> PLAIN = List.of(new byte[0], new byte[] {1});

  private static final List<byte[]> SPECS =
      texts(
          "salt=none",
          "salt=hash(*) % 16",
          "key=origin:3 departure:12:digits destination:3,salt=hash(origin) % 16",
          "key=a~: b~0x00 c:*,salt=hash(a b) spread(c % 4) % 16 digits",
          "key=n:4:int,salt=mod(n) % 7",
          "key=u:11:digits ts:8:revtime,salt=md5(u)[0:4]",
          "key=u:8,salt=MD5(u)[0:32]:,index=by(u)",
          "key=a:3 b:2 c~#,salt=reverse(b a),scan=passes",
          "key=a:3,salt=random % 256 digits",
          "key=a:3,salt=random-suffix % 8",
          "salt=phoenix % 4",
          "salt=hbasewd % 255",
          "key=s:4 o:6:digits,salt=hash(s) % 16,index=byOrder(o) byBuyer(s f:buyer)");
  private static final List<byte[]> SPEC_PARTS =
      texts(
          "key=",
          "salt=",
          "index=",
          "scan=",
          ",",
          " ",
          "(",
          ")",
          "*",
          ":",
          "~",
          "0x00",
          "[0:4]",
          "% 16",
          "a:1 ",
          "b~0x2c ",
          "reverse(",
          "hash(",
          "digits",
          "revtime",
          "999999999999");

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
    return Stream.concat(
        Stream.of(
            Decoder.of("spec", SPECS, SPEC_PARTS, Set.of(SpecException.class), Decoders::spec),
            attribute(),
            Decoder.of(
                "layout",
                texts(LAYOUT, "a~: b~0x00 c:*", "row:*"),
                SPEC_PARTS,
                Set.of(SpecException.class),
                bytes -> KeyLayout.parse(text(bytes)).accepts(key(bytes))),
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
            mark()),
        Messages.all());
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

  private static void spec(byte[] bytes) throws IOException {
    use(SaltingSpec.parse(text(bytes)), bytes);
  }

  /** Salts keys of tables whose spec anyone who may create tables has written. */
  private static void use(SaltingSpec spec, byte[] bytes) throws IOException {
    SaltedTable table = new SaltedTable(TABLE.name(), spec);
    for (byte[] key : List.of(key(bytes), new byte[LONGEST_KEY], new byte[0])) {
      spec.salt().places(key);
      spec.salt().keepsNaturalOrder(range(key));
      spec.salt().images(range(key));
      refusable(() -> table.storedKey(key));
      refusable(() -> table.reading(() -> spec.salt().unsalt(key)));
      refusable(
          () ->
              table.reading(
                  () -> {
                    spec.salt().verify(key, 0, key.length);
                    return key;
                  }));
    }
  }

  private interface Refusable {
    void run() throws IOException;
  }

  /** A key that does not fit is no fault of the spec. */
  private static void refusable(Refusable body) throws IOException {
    try {
      body.run();
    } catch (DoNotRetryIOException refusal) {
      if (refusal.getCause() != null && !(refusal.getCause() instanceof RowKeyException)) {
        throw new IllegalStateException("it is refused for another reason", refusal);
      }
    }
  }

  private static Decoder attribute() {
    List<byte[]> attributes = new ArrayList<>();
    for (byte[] spec : SPECS) {
      attributes.add(
          Bytes.add(Bytes.toBytes("|io.halite.coprocessor.SaltingObserver|1073741823|"), spec));
    }
    List<byte[]> parts = new ArrayList<>(SPEC_PARTS);
    parts.addAll(texts("|", "0000000000", "9", "\n"));
    return Decoder.of(
        "attribute",
        attributes,
        parts,
        Set.of(SpecException.class),
        bytes ->
            use(SaltingSpec.parse(CoprocessorAttribute.parse(text(bytes)).arguments()), bytes));
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
