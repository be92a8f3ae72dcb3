package io.halite.it.oracle;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Random gets of one row. */
final class RandomGets {
  private final Random random;
  private final Columns columns;
  private final Mutations mutations;
  private final Filters filters;

  RandomGets(Random random, Columns columns, Mutations mutations, Filters filters) {
    this.random = random;
    this.columns = columns;
    this.mutations = mutations;
    this.filters = filters;
  }

  /** A get on its own, with any filter. */
  Get get(byte[] row) throws IOException {
    Get get = amongOthers(row);
    return random.nextInt(4) == 0 ? get.setFilter(filters.any()) : get;
  }

  /** A get that fails no other of its batch by a filter that HBase cannot run. */
  Get amongOthers(byte[] row) throws IOException {
    Get get = new Get(row);
    if (random.nextInt(3) == 0) {
      get.addFamily(columns.family());
    }
    if (random.nextInt(3) == 0) {
      for (byte[] qualifier : columns.qualifiers(3)) {
        get.addColumn(columns.family(), qualifier);
      }
    }
    switch (random.nextInt(4)) {
      case 0 -> get.readAllVersions();
      case 1 -> get.readVersions(1 + random.nextInt(4));
      default -> get.setCacheBlocks(random.nextBoolean());
    }
    switch (random.nextInt(8)) {
      case 0 ->
          get.setTimeRange(random.nextBoolean() ? 0 : mutations.past() - 300, mutations.past() + 1);
      case 1 -> get.setTimestamp(mutations.past());
      case 2 -> get.setColumnFamilyTimeRange(columns.family(), 0, mutations.past());
      default -> get.setId("g");
    }
    if (random.nextInt(8) == 0) {
      get.setMaxResultsPerColumnFamily(1 + random.nextInt(3));
    }
    if (random.nextInt(8) == 0) {
      get.setRowOffsetPerColumnFamily(random.nextInt(3));
    }
    switch (random.nextInt(12)) {
      case 0, 1 -> get.setFilter(filters.single());
      case 3 -> get.setFilter(new ColumnCountGetFilter(1 + random.nextInt(3)));
      case 4 -> get.setFilter(new PageFilter(1));
      case 5 -> get.setCheckExistenceOnly(true);
      default -> get.setAttribute("trace", Bytes.toBytes("t2"));
    }
    if (random.nextInt(12) == 0) {
      get.setPriority(1 + random.nextInt(5));
    }
    return get;
  }

  String text(Get get, TwinClock clock) {
    StringBuilder out = new StringBuilder("Get ").append(Readable.key(get.getRow()));
    get.getFamilyMap()
        .forEach(
            (family, qualifiers) -> {
              out.append(' ').append(Bytes.toString(family));
              if (qualifiers != null) {
                qualifiers.forEach(qualifier -> out.append(':').append(Readable.text(qualifier)));
              }
            });
    out.append(" versions ").append(get.getMaxVersions());
    out.append(Readable.range(get.getTimeRange(), clock));
    get.getColumnFamilyTimeRange()
        .forEach(
            (family, range) ->
                out.append(' ')
                    .append(Bytes.toString(family))
                    .append(Readable.range(range, clock)));
    out.append(" limit ").append(get.getMaxResultsPerColumnFamily());
    out.append(" offset ").append(get.getRowOffsetPerColumnFamily());
    return out.append(get.isCheckExistenceOnly() ? " existence only" : "")
        .append(get.getFilter() == null ? "" : " filter " + get.getFilter())
        .toString();
  }
}
