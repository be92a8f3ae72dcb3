package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.keys.IndexEntry;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** A scan by an index each of whose answers takes longer than a poll. */
class SlowIndexTest {
  private static final int LONGER_THAN_A_POLL_MILLIS = 110;
  private static final int ENTRIES = 1_000;
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  private final SaltedTable table =
      new SaltedTable(
          TableName.valueOf("t"),
          SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=byBuyer(f:buyer)"));
  private final RowIndex index = table.spec().indexes().get(0);
  private final TreeMap<byte[], Cell> stored = new TreeMap<>(KeyBytes::compare);
  private int refusals;
  private int answers;

  /** The first answers are refused, as by a server whose memory is short. */
  private List<List<Result>> entries(List<KeyRange> ranges, int most, long bytes)
      throws IOException {
    if (refusals-- > 0) {
      throw new RpcThrottlingException(
          RpcThrottlingException.Type.NumRequestsExceeded, 1, "not now");
    }
    answers++;
    try {
      TimeUnit.MILLISECONDS.sleep(LONGER_THAN_A_POLL_MILLIS);
    } catch (InterruptedException e) {
      throw (InterruptedIOException) new InterruptedIOException().initCause(e);
    }
    return ranges.stream().map(range -> first(range, most)).toList();
  }

  private List<Result> first(KeyRange range, int most) {
    return stored.tailMap(range.start(), true).entrySet().stream()
        .takeWhile(entry -> range.contains(entry.getKey()))
        .limit(most)
        .map(entry -> Result.create(List.of(entry.getValue())))
        .toList();
  }

  private static Result row(Get get) {
    return Result.create(List.of(new KeyValue(get.getRow(), F, BUYER, BUYER)));
  }

  /** So its reader can send a heartbeat, and the region is free in between. */
  @Test
  void aPollEndsBetweenTheAnswersAndTheNextOneGoesOn() throws Exception {
    List<String> keys = IntStream.range(0, ENTRIES).mapToObj("%04d"::formatted).toList();
    for (String key : keys) {
      IndexEntry entry = index.entry(Bytes.toBytes(key), BUYER);
      Cell cell = IndexTable.put(index, entry).getFamilyCellMap().firstEntry().getValue().get(0);
      stored.put(index.storedRow(entry), cell);
    }
    refusals = 2;
    Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: b*"));
    MemoryAccount.Share memory = KeptRests.account().share();
    List<String> found = new ArrayList<>();
    try (IndexedRows rows =
        new IndexedRows(
            IndexedScan.of(scan, KeyRange.all(), table),
            () -> new IndexedReads(index, this::entries, SlowIndexTest::row),
            new LoadGate(),
            memory,
            ENTRIES)) {
      while (!rows.isExhausted()) {
        int before = answers;
        Result row = rows.poll();
        assertThat(answers - before).as("answers of one poll").isLessThanOrEqualTo(1);
        if (row != null) {
          found.add(Bytes.toString(row.getRow()));
        }
      }
    }
    assertThat(found).isEqualTo(keys);
    assertThat(answers).as("each entry is read once").isBetween(ENTRIES / 100, ENTRIES / 100 + 2);
  }
}
