package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.GivenRows;
import io.halite.client.mapreduce.JobLocator;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobLocatorTest {
  private static final byte[] NONE = {};
  private static final byte[][] STARTS = {NONE, {1}, {2}, {3}};
  private static final byte[][] ENDS = {{1}, {2}, {3}, NONE};

  private final Configuration conf = new Configuration(false);
  private final Fake<RegionLocator> regions =
      new Fake<>(RegionLocator.class)
          .on("getStartEndKeys", any -> Pair.newPair(STARTS, ENDS))
          .on("getStartKeys", any -> STARTS)
          .on("getEndKeys", any -> ENDS)
          .on("getName", any -> Salted.NAME)
          .on("getAllRegionLocations", any -> List.<HRegionLocation>of());
  private final Fake<Table> stored =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("close", any -> null)
          .on(
              "get",
              any -> {
                throw Salted.markRefusal(Salted.BEFORE);
              });

  private final Fake<Table> natural = new Fake<>(Table.class).on("close", any -> null);

  /** A job's format, which asks by the method of its base class. */
  private static final class Format extends TableInputFormatBase {
    Format(RegionLocator regions) throws IOException {
      initializeTable(
          new Fake<>(Connection.class)
              .on("getTable", any -> new Fake<>(Table.class).build())
              .on("getRegionLocator", any -> regions)
              .on("getAdmin", any -> new Fake<>(Admin.class).build())
              .build(),
          Salted.NAME);
    }

    List<String> starts() throws IOException {
      return text(getStartEndKeys().getFirst());
    }

    List<String> ends() throws IOException {
      return text(getStartEndKeys().getSecond());
    }

    /** A format of somebody else's, which may do with them what it likes. */
    List<String> startsOfItsOwn() throws IOException {
      return text(getRegionLocator().getStartEndKeys().getFirst());
    }
  }

  private static List<String> text(byte[][] keys) {
    return Arrays.stream(keys).map(Bytes::toStringBinary).toList();
  }

  /** Answers each scan with as many of these rows as it asks for. */
  private static Table holding(String... rows) {
    return new Fake<>(Table.class)
        .on("close", any -> null)
        .on("getScanner", arguments -> scanner((Scan) arguments.get(0), rows))
        .build();
  }

  private static ResultScanner scanner(Scan scan, String... rows) {
    List<Result> found = new ArrayList<>();
    for (String row : rows) {
      byte[] key = Bytes.toBytes(row);
      boolean before = scan.getStopRow().length > 0 && Bytes.compareTo(key, scan.getStopRow()) >= 0;
      if (Bytes.compareTo(key, scan.getStartRow()) >= 0 && !before) {
        found.add(Result.create(List.of(new KeyValue(key, Salted.F, Salted.Q, key))));
      }
    }
    Iterator<Result> left = found.iterator();
    return new Fake<>(ResultScanner.class)
        .on("next", any -> left.hasNext() ? left.next() : null)
        .on("close", any -> null)
        .build();
  }

  private static final class Interrupted extends GivenRows {
    @Override
    public Result next() throws IOException {
      throw new InterruptedIOException("as a test says");
    }
  }

  private JobLocator locator(JobLocator.Opening natural) {
    return new JobLocator(
        conf,
        regions.build(),
        natural,
        new Fake<>(Connection.class).on("getTable", any -> stored.build()).build());
  }

  @Test
  void theFormatIsShownNaturalRangesThatTileAllKeys() throws Exception {
    Format format = new Format(locator(() -> holding("41", "42", "43", "44", "45", "46")));
    assertThat(format.starts()).containsExactly("", "42", "44", "45");
    assertThat(format.ends()).containsExactly("42", "44", "45", "");
  }

  /** Bulk loads ask the same locator in the same configuration. */
  @Test
  void allOthersAreShownTheRealRegions() throws Exception {
    JobLocator locator = locator(() -> holding("41", "42", "43", "44"));
    assertThat(locator.getStartEndKeys().getFirst()).isSameAs(STARTS);
    assertThat(locator.getStartKeys()).isSameAs(STARTS);
    assertThat(locator.getEndKeys()).isSameAs(ENDS);
    assertThat(new Format(locator).startsOfItsOwn()).isEqualTo(text(STARTS));
    assertThat(stored.count("get")).as("nothing is sampled for them").isZero();
  }

  @Test
  void aTableThatCannotBeSampledHasItsRegions() throws Exception {
    for (Throwable failure :
        List.of(
            new IOException("as a test says"),
            new SocketTimeoutException("as a test says"),
            new NoClassDefFoundError("as a test says"))) {
      JobLocator.Opening broken =
          () -> {
            if (failure instanceof IOException ofTable) {
              throw ofTable;
            }
            throw (Error) failure;
          };
      assertThat(new Format(locator(broken)).starts()).isEqualTo(text(STARTS));
    }
  }

  @Test
  void aJobThatIsInterruptedWhileItSamplesEnds() throws Exception {
    JobLocator.Opening ended =
        () -> {
          throw new InterruptedIOException("as a test says");
        };
    Format interrupted = new Format(locator(ended));
    assertThatThrownBy(interrupted::starts).isInstanceOf(InterruptedIOException.class);
  }

  /** Natural keys are sampled under a hash, and stored keys where the salt scatters the rows. */
  @ParameterizedTest
  @ValueSource(strings = {Salted.BEFORE, "key=row:3 rest:*,salt=md5(row)[0:4]"})
  void aJobThatIsInterruptedWhileItReadsKeysEnds(String spec) throws Exception {
    for (Fake<Table> table : List.of(natural, stored)) {
      table.on("getScanner", any -> new Interrupted());
    }
    stored.on(
        "get",
        any -> {
          throw Salted.markRefusal(spec);
        });
    Format interrupted = new Format(locator(natural::build));
    assertThatThrownBy(interrupted::starts).isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void aTableWithoutASaltHasItsRegions() throws Exception {
    stored.on("get", any -> Result.EMPTY_RESULT);
    Format format = new Format(locator(() -> holding("41", "42", "43", "44")));
    assertThat(format.starts()).isEqualTo(text(STARTS));
  }

  @Test
  void onlyTheInputTableOfAJobIsSampled() throws Exception {
    SaltedConnection connection =
        new SaltedConnection(
            conf,
            new Fake<>(Connection.class).on("getRegionLocator", any -> regions.build()).build(),
            new ScanConnection(
                () -> {
                  throw new AssertionError("no scan");
                }),
            IdleScanners.never());
    assertThat(connection.getRegionLocator(Salted.NAME)).isNotInstanceOf(JobLocator.class);
    conf.set(TableInputFormat.INPUT_TABLE, "another");
    assertThat(connection.getRegionLocator(Salted.NAME)).isNotInstanceOf(JobLocator.class);
    for (String name : List.of("salted", "default:salted")) {
      conf.set(TableInputFormat.INPUT_TABLE, name);
      assertThat(connection.getRegionLocator(Salted.NAME)).isInstanceOf(JobLocator.class);
    }
    conf.setBoolean(JobLocator.SAMPLED_SPLITS_KEY, false);
    assertThat(connection.getRegionLocator(Salted.NAME)).isNotInstanceOf(JobLocator.class);
  }
}
