package io.halite.it.oracle;

import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** A scan as a person reads it. */
final class ScanText {
  private ScanText() {}

  static String of(Scan scan, TwinClock clock) {
    StringBuilder out = new StringBuilder(scan.isReversed() ? "reversed " : "");
    out.append(scan.includeStartRow() ? '[' : '(').append(Readable.key(scan.getStartRow()));
    out.append(" .. ").append(Readable.key(scan.getStopRow()));
    out.append(scan.includeStopRow() ? ']' : ')');
    scan.getFamilyMap()
        .forEach(
            (family, qualifiers) -> {
              out.append(' ').append(Bytes.toString(family));
              if (qualifiers != null) {
                qualifiers.forEach(qualifier -> out.append(':').append(Readable.text(qualifier)));
              }
            });
    out.append(" versions ").append(scan.getMaxVersions());
    out.append(Readable.range(scan.getTimeRange(), clock));
    scan.getColumnFamilyTimeRange()
        .forEach(
            (family, range) ->
                out.append(' ')
                    .append(Bytes.toString(family))
                    .append(Readable.range(range, clock)));
    number(out, "family limit", scan.getMaxResultsPerColumnFamily());
    number(out, "family offset", scan.getRowOffsetPerColumnFamily());
    number(out, "caching", scan.getCaching());
    number(out, "limit", scan.getLimit());
    number(out, "batch", scan.getBatch());
    number(out, "size", scan.getMaxResultSize());
    out.append(scan.isRaw() ? " raw" : "");
    out.append(scan.getAllowPartialResults() ? " partial" : "");
    out.append(scan.isNeedCursorResult() ? " cursor" : "");
    out.append(scan.getLoadColumnFamiliesOnDemandValue() == null ? "" : " on demand");
    out.append(' ').append(scan.getReadType());
    out.append(Boolean.TRUE.equals(scan.isAsyncPrefetch()) ? " prefetch" : "");
    for (String attribute : List.of("halite.latest", "halite.unordered", "halite.where")) {
      byte[] value = scan.getAttribute(attribute);
      out.append(value == null ? "" : " " + attribute + "='" + Bytes.toString(value) + "'");
    }
    return out.append(scan.hasFilter() ? " filter " + scan.getFilter() : "").toString();
  }

  private static void number(StringBuilder out, String name, long value) {
    if (value > 0) {
      out.append(' ').append(name).append(' ').append(value);
    }
  }
}
