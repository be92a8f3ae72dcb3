package io.halite.client.plugin;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.MarkException;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/** The salted table of these tests, before and after its spec has changed. */
final class Salted {
  static final TableName NAME = TableName.valueOf("salted");
  static final String BEFORE = "key=row:3 rest:*,salt=hash(*) % 4";
  static final String AFTER = "key=row:3 rest:*,salt=hash(*) % 8";
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("q");

  private Salted() {}

  /** A client that knows nothing yet. */
  static TableSpec unknown() {
    return new TableSpec(NAME, Long.MAX_VALUE, () -> 0);
  }

  /** A client that was told the spec {@link #BEFORE}. */
  static TableSpec known() {
    TableSpec spec = unknown();
    spec.learn(SaltingSpec.parse(BEFORE));
    return spec;
  }

  /** HBase's own table of the asynchronous client, which answers no request yet. */
  @SuppressWarnings("rawtypes")
  static Fake<AsyncTable> asyncTable() {
    return new Fake<>(AsyncTable.class)
        .on("getName", any -> NAME)
        .on("getConfiguration", any -> conf());
  }

  /** A table of owners, to which scans are sent; who hears of each is added to {@code asked}. */
  @SuppressWarnings("unchecked")
  static AsyncTable<AdvancedScanResultConsumer> owners(List<AdvancedScanResultConsumer> asked) {
    return new Fake<>(AsyncTable.class)
        .on("scan", given -> asked.add((AdvancedScanResultConsumer) given.get(1)))
        .build();
  }

  /** What an application sets: nothing. */
  static Configuration conf() {
    return new Configuration(false);
  }

  static byte[] key(String natural) {
    return Bytes.toBytes(natural);
  }

  static byte[] stored(String spec, String natural) {
    return SaltingSpec.parse(spec).salt().salt(key(natural));
  }

  static Mark mark(String spec) {
    return Mark.of(SaltingSpec.parse(spec));
  }

  static Put put(String natural) {
    return new Put(key(natural)).addColumn(F, Q, Bytes.toBytes("v-" + natural));
  }

  /** The same with so many columns. */
  static Result row(byte[] storedKey, int cells) {
    return Result.create(
        IntStream.range(0, cells)
            .mapToObj(i -> new KeyValue(storedKey, F, Bytes.toBytes("q" + i), 7, Q))
            .toArray(Cell[]::new));
  }

  /** What an owner answers about a stored row. */
  static Result row(byte[] storedKey) {
    byte[] value = Bytes.toBytes(KeyBytes.readable(storedKey, 1));
    return Result.create(new Cell[] {new KeyValue(storedKey, F, Q, 7, value)});
  }

  static String natural(Result result) {
    return Bytes.toString(result.getRow());
  }

  /** What an owner under {@code spec} answers to a request that was routed under another. */
  static DoNotRetryIOException markRefusal(String spec) throws IOException {
    SaltedTable owner = new SaltedTable(NAME, SaltingSpec.parse(spec));
    try {
      owner.verify(new Put(key("any")));
    } catch (DoNotRetryIOException refusal) {
      if (MarkException.isIn(refusal)) {
        return refusal;
      }
    }
    throw new AssertionError("a request without a mark was not refused by " + owner);
  }

  /** Whether a request asks for the spec. */
  static boolean asks(Row row) {
    return Mark.asking().isThisOn((Attributes) row);
  }

  static boolean isRouted(String spec, String natural, byte[] row) {
    return Arrays.equals(row, stored(spec, natural));
  }
}
