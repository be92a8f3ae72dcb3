package io.halite.routing.table;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.io.TimeRange;

/** Operations with every field set to something, or left, by the toss of a coin. */
final class RandomOperations {
  private static final KeyValue.Type[] DELETES = {
    KeyValue.Type.Delete,
    KeyValue.Type.DeleteColumn,
    KeyValue.Type.DeleteFamily,
    KeyValue.Type.DeleteFamilyVersion
  };

  private final Random random;

  RandomOperations(long seed) {
    // Small seeds alone would all begin with the same boolean.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
  }

  Mutation mutation(byte[] row) throws IOException {
    long ts = random.nextBoolean() ? HConstants.LATEST_TIMESTAMP : random.nextInt(1000);
    Mutation mutation =
        switch (random.nextInt(4)) {
          case 0 -> new Put(row, ts);
          case 1 -> new Delete(row, ts);
          case 2 -> increment(row, ts);
          default -> append(row, ts);
        };
    for (int cells = 1 + random.nextInt(5); cells > 0; cells--) {
      add(mutation, row);
    }
    mutation.setDurability(pick(Durability.values()));
    if (random.nextBoolean() && !(mutation instanceof Delete)) {
      mutation.setTTL(1 + random.nextInt(1000));
    }
    decorate(mutation);
    return mutation;
  }

  private Increment increment(byte[] row, long ts) throws IOException {
    Increment increment = new Increment(row, ts, new java.util.TreeMap<>(bytesOrder()));
    increment.setTimeRange(random.nextInt(10), 10 + random.nextInt(10));
    return increment;
  }

  private Append append(byte[] row, long ts) {
    Append append = new Append(row, ts, new java.util.TreeMap<>(bytesOrder()));
    append.setTimeRange(random.nextInt(10), 10 + random.nextInt(10));
    append.setReturnResults(random.nextBoolean());
    return append;
  }

  private static java.util.Comparator<byte[]> bytesOrder() {
    return org.apache.hadoop.hbase.util.Bytes.BYTES_COMPARATOR;
  }

  private void add(Mutation mutation, byte[] row) throws IOException {
    KeyValue cell =
        new KeyValue(
            row,
            bytes(1 + random.nextInt(2)),
            bytes(random.nextInt(3)),
            random.nextBoolean() ? HConstants.LATEST_TIMESTAMP : random.nextInt(1000),
            mutation instanceof Delete ? pick(DELETES) : KeyValue.Type.Put,
            mutation instanceof Delete ? null : bytes(8),
            random.nextBoolean() ? null : List.of(new ArrayBackedTag((byte) 77, bytes(3))));
    if (mutation instanceof Put put) {
      put.add(cell);
    } else if (mutation instanceof Delete delete) {
      delete.add(cell);
    } else if (mutation instanceof Increment increment) {
      increment.add(cell);
    } else {
      ((Append) mutation).add(cell);
    }
  }

  RowMutations mutations(byte[] row) throws IOException {
    RowMutations mutations = new RowMutations(row);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      mutations.add(mutation(row));
    }
    return mutations;
  }

  CheckAndMutate check(byte[] row) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    switch (random.nextInt(3)) {
      case 0 -> builder.ifMatches(new PrefixFilter(bytes(2)));
      case 1 -> builder.ifNotExists(bytes(1), bytes(2));
      default -> builder.ifMatches(bytes(1), bytes(2), pick(CompareOperator.values()), bytes(4));
    }
    if (random.nextBoolean()) {
      builder.timeRange(TimeRange.between(random.nextInt(10), 10 + random.nextInt(10)));
    }
    builder.queryMetricsEnabled(random.nextBoolean());
    return Conditions.build(builder, random.nextBoolean() ? mutation(row) : mutations(row));
  }

  Get get(byte[] row) throws IOException {
    Get get = new Get(row);
    for (int i = random.nextInt(3); i > 0; i--) {
      if (random.nextBoolean()) {
        get.addFamily(bytes(1));
      } else {
        get.addColumn(bytes(1), bytes(random.nextInt(3)));
      }
    }
    get.readVersions(1 + random.nextInt(9));
    get.setMaxResultsPerColumnFamily(random.nextInt(9) - 1);
    get.setRowOffsetPerColumnFamily(random.nextInt(9));
    get.setCheckExistenceOnly(random.nextBoolean());
    get.setCacheBlocks(random.nextBoolean());
    if (random.nextBoolean()) {
      get.setTimeRange(random.nextInt(10), 10 + random.nextInt(10));
    }
    decorateQuery(get);
    return get;
  }

  Scan scan(byte[] start, byte[] stop, boolean reversed) throws IOException {
    Scan scan = new Scan().setReversed(reversed);
    scan.withStartRow(reversed ? stop : start, random.nextBoolean());
    scan.withStopRow(reversed ? start : stop, random.nextBoolean());
    for (int i = random.nextInt(3); i > 0; i--) {
      scan.addColumn(bytes(1), bytes(random.nextInt(3)));
    }
    scan.readVersions(1 + random.nextInt(9));
    scan.setBatch(1 + random.nextInt(9));
    scan.setMaxResultsPerColumnFamily(random.nextInt(9) - 1);
    scan.setRowOffsetPerColumnFamily(random.nextInt(9));
    scan.setCaching(random.nextInt(9) - 1);
    scan.setMaxResultSize(random.nextInt(9) - 1);
    scan.setCacheBlocks(random.nextBoolean());
    scan.setAllowPartialResults(random.nextBoolean());
    if (random.nextBoolean()) {
      scan.setAsyncPrefetch(random.nextBoolean());
    }
    scan.setLimit(random.nextInt(9) - 1);
    scan.setReadType(pick(Scan.ReadType.values()));
    scan.setNeedCursorResult(random.nextBoolean());
    if (random.nextBoolean()) {
      scan.setTimeRange(random.nextInt(10), 10 + random.nextInt(10));
    }
    decorateQuery(scan);
    return scan;
  }

  private void decorateQuery(Query query) throws IOException {
    if (random.nextBoolean()) {
      query.setColumnFamilyTimeRange(bytes(1), random.nextInt(10), 10 + random.nextInt(10));
      query.setFilter(new PrefixFilter(bytes(2)));
      query.setReplicaId(random.nextInt(3));
    }
    query.setConsistency(pick(Consistency.values()));
    query.setIsolationLevel(pick(org.apache.hadoop.hbase.client.IsolationLevel.values()));
    query.setQueryMetricsEnabled(random.nextBoolean());
    if (random.nextBoolean()) {
      query.setLoadColumnFamiliesOnDemand(random.nextBoolean());
    }
    decorate(query);
  }

  private void decorate(OperationWithAttributes operation) {
    operation.setPriority(random.nextInt(200));
    operation.setId("id" + random.nextInt(9));
    for (int i = random.nextInt(3); i > 0; i--) {
      operation.setAttribute("a" + i, bytes(3));
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
