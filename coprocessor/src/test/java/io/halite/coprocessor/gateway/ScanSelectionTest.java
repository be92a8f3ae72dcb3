package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.scan.WhereAttribute;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Which scans may share the rows that were read for one of them. */
class ScanSelectionTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  /** A filter that no server can send to another one. */
  private static final class Unwritable extends FilterBase {
    @Override
    public byte[] toByteArray() throws IOException {
      throw new IOException("it cannot be written");
    }
  }

  private static Scan scan() throws IOException {
    return new Scan()
        .withStopRow(Q)
        .addColumn(F, Q)
        .setTimeRange(1, 2)
        .setColumnFamilyTimeRange(F, 3, 4)
        .readVersions(2)
        .setFilter(new PrefixFilter(Q))
        .setAttribute("a", Q);
  }

  /** HBase's client copies the scan, or changes its own. */
  @Test
  void aResumedScanHasTheSelectionOfTheFirst() throws IOException {
    Scan resumed =
        new Scan(scan())
            .withStartRow(F, false)
            .setLimit(1)
            .setCaching(1)
            .setBatch(1)
            .setMaxResultSize(1)
            .setScanMetricsEnabled(true)
            .setAllowPartialResults(true);
    PackagePrivateFieldAccessor.setMvccReadPoint(resumed, 7);
    assertThat(ScanSelection.of(resumed)).isEqualTo(ScanSelection.of(scan()));
  }

  @Test
  void aScanThatDiffersInAnythingElseHasAnother() throws IOException {
    List<Scan> scans =
        List.of(
            scan(),
            scan().withStopRow(Q, true),
            scan().withStopRow(F),
            scan().setReversed(true),
            scan().addColumn(F, F),
            scan().addColumn(Q, Q),
            scan().addFamily(F),
            new Scan(scan()).setTimeRange(1, 3),
            new Scan(scan()).setTimeRange(0, 2),
            scan().setColumnFamilyTimeRange(F, 3, 5),
            scan().setColumnFamilyTimeRange(Q, 3, 4),
            scan().readVersions(3),
            scan().setMaxResultsPerColumnFamily(1),
            scan().setRowOffsetPerColumnFamily(1),
            scan().setRaw(true),
            scan().setAttribute("a", F),
            scan().setAttribute("b", Q),
            scan().setAttribute(WhereAttribute.ATTRIBUTE, Q),
            scan().setFilter(null),
            scan().setFilter(new PrefixFilter(F)),
            scan().setFilter(new ColumnPrefixFilter(Q)),
            scan().setFilter(new FilterList(new PrefixFilter(Q), new PageFilter(2))),
            scan().setFilter(new FilterList(new PrefixFilter(Q), new PageFilter(3))));
    assertThat(scans.stream().map(ScanSelection::of)).doesNotHaveDuplicates();
  }

  @Test
  void columnsOfOneFamilyAreNotThoseOfAnother() {
    Scan qualifier = new Scan().addFamily(F).addColumn(Q, Q);
    Scan families = new Scan().addFamily(F).addFamily(Q);
    Scan other = new Scan().addColumn(F, Q).addFamily(Q);
    assertThat(Stream.of(qualifier, families, other, new Scan()).map(ScanSelection::of))
        .doesNotHaveDuplicates();
  }

  @Test
  void aFilterThatCannotBeWrittenHasNoEqual() {
    Scan scan = new Scan().setFilter(new Unwritable());
    assertThat(ScanSelection.of(scan)).isNotEqualTo(ScanSelection.of(scan));
  }
}
