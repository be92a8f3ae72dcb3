package io.halite.it.survival;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;

/** Which versions of Halite the gateways of a table are, told by the words of a refusal. */
final class Versions {
  private Versions() {}

  /** {@code first}, {@code second} or both. */
  static Set<String> of(Admin admin) throws IOException {
    Set<String> versions = new TreeSet<>();
    try (Table table = admin.getConnection().getTable(Twins.SALTED)) {
      for (RegionInfo region : admin.getRegions(Twins.SALTED)) {
        versions.add(of(table, region));
      }
    }
    return versions;
  }

  private static String of(Table table, RegionInfo region) {
    Scan refused =
        new Scan()
            .withStartRow(region.getStartKey())
            .setFilter(
                new FilterList(
                    Operator.MUST_PASS_ONE, new FirstKeyOnlyFilter(), new PageFilter(1)));
    try (ResultScanner scanner = table.getScanner(refused)) {
      return "no Halite, for it answers " + scanner.next();
    } catch (IOException | RuntimeException e) {
      String said = String.valueOf(e) + e.getCause();
      if (said.contains(HaliteJar.FIRST_WORDS)) {
        return "first";
      }
      return said.contains(HaliteJar.SECOND_WORDS) ? "second" : said;
    }
  }
}
