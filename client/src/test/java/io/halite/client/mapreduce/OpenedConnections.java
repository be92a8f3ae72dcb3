package io.halite.client.mapreduce;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ClientUtil;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a salted table of five regions, each on a server of its own: 127.0.0.10 and those
 * behind it. What is read through a closed connection fails.
 */
final class OpenedConnections implements SaltedTableInputFormat.Opening {
  static final TableName NAME = TableName.valueOf("t");
  private static final byte[][] STARTS = {{}, {1}, {2}, {3}, {'5'}};
  private static final byte[][] ENDS = {{1}, {2}, {3}, {'5'}, {}};
  private static final byte[] F = {'f'};

  private SaltingSpec spec;
  private final List<byte[]> natural;
  private final List<byte[]> stored;
  private final List<Opened> all = new ArrayList<>();
  private boolean withoutAdmin;
  private boolean withoutHalite;
  private boolean interrupted;
  private Runnable beforeScan = () -> {};

  /** To a table that has these rows under this spec. */
  OpenedConnections(String spec, List<String> rows) {
    this.spec = SaltingSpec.parse(spec);
    this.natural = rows.stream().map(Bytes::toBytes).sorted(Arrays::compareUnsigned).toList();
    this.stored =
        natural.stream().map(this.spec.salt()::salt).sorted(Arrays::compareUnsigned).toList();
  }

  /** What a method of a fake answers. */
  private interface Answer {
    Object of(Object... arguments) throws Exception;
  }

  /** One of them. */
  private static final class Opened {
    private boolean closed;

    private void requireOpen() throws IOException {
      if (closed) {
        throw new IOException("the connection is closed");
      }
    }
  }

  @Override
  public Connection open(Configuration conf) {
    Opened opened = new Opened();
    all.add(opened);
    return connection(opened);
  }

  /** Those that are opened from now on have tables and no {@code Admin}. */
  void haveNoAdmin() {
    withoutAdmin = true;
  }

  /** The table has another spec from now on. */
  void change(String other) {
    spec = SaltingSpec.parse(other);
  }

  /** The regions answer every request, whatever mark it has; they store natural keys. */
  void haveNoHalite() {
    withoutHalite = true;
  }

  /** Whoever reads a row from now on is interrupted. */
  void interruptReaders() {
    interrupted = true;
  }

  /** Each scan from now on begins with this. */
  void beforeEachScan(Runnable first) {
    beforeScan = first;
  }

  /** How many were opened. */
  int count() {
    return all.size();
  }

  /** How many of them are open. */
  long stillOpen() {
    return all.stream().filter(each -> !each.closed).count();
  }

  private static <T> T fake(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer == null) {
                throw new AssertionError("unexpected call of " + method);
              }
              return answer.of(arguments == null ? new Object[0] : arguments);
            }));
  }

  private Connection connection(Opened opened) {
    Configuration sizes = new Configuration(false);
    sizes.setBoolean("hbase.regionsizecalculator.enable", false);
    return fake(
        Connection.class,
        Map.of(
            "getTable",
            any -> table(opened),
            "getRegionLocator",
            any ->
                fake(
                    RegionLocator.class,
                    Map.of(
                        "getStartEndKeys", none -> Pair.newPair(STARTS, ENDS),
                        "getRegionLocation", row -> location((byte[]) row[0]),
                        "close", none -> null)),
            "getAdmin",
            any -> {
              if (withoutAdmin) {
                throw new IOException("the connection has no admin");
              }
              return fake(
                  Admin.class, Map.of("getConfiguration", none -> sizes, "close", none -> null));
            },
            "close",
            any -> {
              opened.closed = true;
              return null;
            }));
  }

  private static HRegionLocation location(byte[] row) {
    int region = STARTS.length - 1;
    while (Bytes.compareTo(STARTS[region], row) > 0) {
      region--;
    }
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(NAME)
            .setStartKey(STARTS[region])
            .setEndKey(ENDS[region])
            .build(),
        ServerName.valueOf("127.0.0.1" + region, 16020, 1));
  }

  private Table table(Opened opened) {
    return fake(
        Table.class,
        Map.of(
            "getName", none -> NAME,
            "getConfiguration", none -> new Configuration(false),
            "get", get -> refused((Get) get[0], opened),
            "getScanner", scan -> scanner((Scan) scan[0], opened),
            "close", none -> null));
  }

  /** The owner refuses the question for the spec, and shows it so. */
  private Object refused(Get question, Opened opened) throws IOException {
    opened.requireOpen();
    requireFound(question.getRow());
    if (withoutHalite) {
      return Result.EMPTY_RESULT;
    }
    new SaltedTable(NAME, spec).verify(new Put(Bytes.toBytes("any")));
    throw new DoNotRetryIOException("a request without a mark was not refused");
  }

  /** HBase's client finds a region by a key of the meta table, which has the bound of all keys. */
  private static void requireFound(byte[] row) {
    new Scan().withStartRow(RegionInfo.createRegionName(NAME, row, HConstants.NINES, false));
  }

  private ResultScanner scanner(Scan scan, Opened opened) {
    beforeScan.run();
    KeyRange range = ScanRange.of(scan);
    // Gateways answer what has no mark.
    List<byte[]> keys = Mark.isOn(scan) ? stored : natural;
    Iterator<byte[]> rows = keys.stream().filter(range::contains).iterator();
    Iterator<Result> cursors =
        (scan.isNeedCursorResult() ? Stream.of(range.start()) : Stream.<byte[]>empty())
            .map(row -> Result.createCursorResult(ClientUtil.createCursor(row)))
            .iterator();
    return new GivenRows() {
      @Override
      public @Nullable Result next() throws IOException {
        opened.requireOpen();
        if (interrupted) {
          throw new InterruptedIOException("as a test says");
        }
        if (cursors.hasNext()) {
          return cursors.next();
        }
        return rows.hasNext() ? Result.create(List.of(new KeyValue(rows.next(), F, F))) : null;
      }
    };
  }
}
