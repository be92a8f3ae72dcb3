package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Regions of HBase 2.6.6, which asks for the hints of HBASE-29974, beside those of 2.6.4. */
class NewerRegionTest {
  private static NewerHost host;
  private static Class<?> newer;

  @BeforeAll
  static void load() throws Exception {
    host = NewerHost.open();
    newer = host.loadClass(NewerRegion.class.getName());
  }

  @AfterAll
  static void close() throws Exception {
    host.close();
  }

  @Test
  void theNewerHostIsOne() throws Exception {
    Class<?> version = host.loadClass("org.apache.hadoop.hbase.regionserver.RegionScannerImpl");
    assertThat(version.getProtectionDomain().getCodeSource().getLocation().getPath())
        .contains("newer-host");
    assertThat(newer).isNotSameAs(NewerRegion.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0, false, time",
    "0, true, time",
    "2, false, time",
    "2, true, time",
    "0, false, column",
    "0, true, column",
    "2, false, column",
    "2, true, column"
  })
  void rowsWhoseCellsTheScanSkipsAreSpared(int prefixWidth, boolean reversed, String skips)
      throws Exception {
    String query = "@1:2 in (45, 47) or @0:1 = 7";
    List<String> before = NewerRegion.scan(query, prefixWidth, reversed, skips);
    List<String> now = newerScan(query, prefixWidth, reversed, skips);
    assertThat(rows(now)).hasSize(9).isEqualTo(rows(before));
    assertThat(shown(before)).isGreaterThan(NewerRegion.ROWS / 2);
    assertThat(shown(now)).as("all from 700 on, and a few of each hundred").isLessThan(150);
  }

  @ParameterizedTest
  @CsvSource({"0", "2"})
  void aRowThatAUsersFilterRejectsIsSoughtOver(int prefixWidth) throws Exception {
    List<String> before = NewerRegion.scan("", prefixWidth, false, "nothing");
    List<String> now = newerScan("", prefixWidth, false, "nothing");
    assertThat(rows(now)).hasSize(400).isEqualTo(rows(before));
    assertThat(shown(before)).isEqualTo(NewerRegion.ROWS);
    assertThat(shown(now)).isEqualTo(401);
  }

  @Test
  void randomQueriesFindTheRowsThatMatch() throws Exception {
    int cases = Integer.getInteger("halite.filter.newer", 150);
    assertThat(onNewer("firstDifference", 20261125L, cases)).isEqualTo("");
  }

  private static List<String> newerScan(
      String query, int prefixWidth, boolean reversed, String skips) throws Exception {
    return ((List<?>) onNewer("scan", query, prefixWidth, reversed, skips))
        .stream().map(String.class::cast).toList();
  }

  /** HBase finds classes that its settings name by the loader of the thread. */
  private static Object onNewer(String name, Object... arguments) throws Exception {
    Method method =
        Stream.of(newer.getMethods())
            .filter(candidate -> candidate.getName().equals(name))
            .findFirst()
            .orElseThrow();
    Thread thread = Thread.currentThread();
    ClassLoader own = thread.getContextClassLoader();
    thread.setContextClassLoader(host);
    try {
      return method.invoke(null, arguments);
    } finally {
      thread.setContextClassLoader(own);
    }
  }

  private static List<String> rows(List<String> scanned) {
    return scanned.subList(0, scanned.size() - 1);
  }

  private static long shown(List<String> scanned) {
    return Long.parseLong(scanned.get(scanned.size() - 1));
  }
}
