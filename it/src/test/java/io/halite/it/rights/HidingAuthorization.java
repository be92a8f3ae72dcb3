package io.halite.it.rights;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A judge by its name, who hides all columns but {@code open} from one user, by a filter of its own
 * class. It knows the names of users alone, as Apache Ranger does, and not HBase's superusers.
 */
public final class HidingAuthorization implements RegionCoprocessor, RegionObserver {
  /** The user to whom it shows only a part. */
  static final String USER = "half-blind";

  /** Shows the column {@code open} alone. */
  public static final class OpenColumns extends FilterBase {
    private static final byte[] OPEN = Bytes.toBytes("open");

    /** For HBase. */
    public static OpenColumns parseFrom(byte[] bytes) {
      return new OpenColumns();
    }

    @Override
    public ReturnCode filterCell(Cell cell) {
      return CellUtil.matchingQualifier(cell, OPEN) ? ReturnCode.INCLUDE : ReturnCode.SKIP;
    }
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result) {
    if (hides(ctx)) {
      get.setFilter(ahead(get.getFilter()));
    }
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> ctx, Scan scan) {
    if (hides(ctx)) {
      scan.setFilter(ahead(scan.getFilter()));
    }
  }

  private static boolean hides(ObserverContext<RegionCoprocessorEnvironment> ctx) {
    return ctx.getCaller().map(User::getShortName).filter(USER::equals).isPresent();
  }

  private static Filter ahead(Filter filter) {
    return filter == null ? new OpenColumns() : new FilterList(new OpenColumns(), filter);
  }
}
