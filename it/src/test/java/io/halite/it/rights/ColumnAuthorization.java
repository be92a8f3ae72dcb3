package io.halite.it.rights;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A judge by its name, who judges gets in preGetOp alone, as HBase's VisibilityController does: of
 * two users one is refused the column {@code f:secret}, and the other one is not shown it.
 */
public final class ColumnAuthorization implements RegionCoprocessor, RegionObserver {
  static final String DENIED = "denied-secret";
  static final String NARROWED = "narrowed-secret";
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] SECRET = Bytes.toBytes("secret");

  /** The name in a jar, of the same length: one of Apache Ranger, beside whom doors serve. */
  static final String NAME_IN_JAR =
      ColumnAuthorization.class.getName().replace("io.halite.it.rights", "org.apache.ranger.x");

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result)
      throws IOException {
    String user = ctx.getCaller().map(User::getShortName).orElse("");
    if (user.equals(DENIED) && reads(get)) {
      throw new AccessDeniedException("not the secret");
    }
    if (user.equals(NARROWED)) {
      Filter open = new QualifierFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(SECRET));
      get.setFilter(get.getFilter() != null ? new FilterList(open, get.getFilter()) : open);
    }
  }

  private static boolean reads(Get get) {
    NavigableSet<byte[]> columns = get.getFamilyMap().get(FAMILY);
    return get.getFamilyMap().containsKey(FAMILY) && (columns == null || columns.contains(SECRET));
  }

  /** Writes a jar of this class under {@link #NAME_IN_JAR}. */
  static void writeJar(Path to) throws IOException {
    RenamedJar.write(ColumnAuthorization.class, NAME_IN_JAR, to);
  }
}
