package io.halite.routing.table;

import io.halite.keys.KeyRange;
import io.halite.routing.host.RequestedMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * Copies gets and scans from natural to stored keys.
 *
 * <p>A copy requests the same columns, versions, time ranges, offsets and limits with the same
 * filter, attributes and priority; and it carries the mark. The filter is sent as the user gave it:
 * the owner region's observer shows it natural keys. A copy is of strong consistency unless the
 * user names a replica: a salted table has none, and HBase's client keeps to itself why a region
 * has refused a get that replicas may answer.
 *
 * <p>Immutable and thread-safe.
 */
public final class StoredReads {
  private static final long NO_READ_POINT = -1;
  private static final long SMALLEST_READ_AHEAD = 32 * 1024;

  private final Mark mark;

  /** Copies that carry {@code mark}. */
  public StoredReads(Mark mark) {
    this.mark = mark;
  }

  /** The same get, of the stored key. */
  public Get copy(byte[] storedKey, Get natural) throws IOException {
    Get stored = like(storedKey, natural);
    RequestedMetrics.copy(natural, stored);
    return marked(stored);
  }

  /** The same get of another row. It calls only what clients of HBase 2.4 have, too. */
  public static Get like(byte[] row, Get natural) throws IOException {
    Get stored = new Get(row);
    addColumns(natural.getFamilyMap(), stored);
    stored.readVersions(natural.getMaxVersions());
    stored.setMaxResultsPerColumnFamily(natural.getMaxResultsPerColumnFamily());
    stored.setRowOffsetPerColumnFamily(natural.getRowOffsetPerColumnFamily());
    stored.setCheckExistenceOnly(natural.isCheckExistenceOnly());
    stored.setCacheBlocks(natural.getCacheBlocks());
    stored.setTimeRange(natural.getTimeRange().getMin(), natural.getTimeRange().getMax());
    copyQuery(natural, stored);
    stored.setPriority(natural.getPriority());
    return stored;
  }

  /** The get that reads of one row what a scan reads of each: columns, versions and the like. */
  public static Get ofRow(byte[] row, Scan scan) throws IOException {
    Get get = new Get(row);
    addColumns(scan.getFamilyMap(), get);
    get.readVersions(scan.getMaxVersions());
    get.setMaxResultsPerColumnFamily(scan.getMaxResultsPerColumnFamily());
    get.setRowOffsetPerColumnFamily(scan.getRowOffsetPerColumnFamily());
    get.setCacheBlocks(scan.getCacheBlocks());
    get.setTimeRange(scan.getTimeRange().getMin(), scan.getTimeRange().getMax());
    copyQuery(scan, get);
    get.setPriority(scan.getPriority());
    return get;
  }

  private static void addColumns(Map<byte[], NavigableSet<byte[]>> families, Get stored) {
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : families.entrySet()) {
      if (family.getValue() == null || family.getValue().isEmpty()) {
        stored.addFamily(family.getKey());
      } else {
        for (byte[] qualifier : family.getValue()) {
          stored.addColumn(family.getKey(), qualifier);
        }
      }
    }
  }

  private static void copyQuery(Query natural, Query stored) {
    for (Map.Entry<String, byte[]> attribute : natural.getAttributesMap().entrySet()) {
      stored.setAttribute(attribute.getKey(), attribute.getValue());
    }
    for (Map.Entry<byte[], TimeRange> range : natural.getColumnFamilyTimeRange().entrySet()) {
      stored.setColumnFamilyTimeRange(
          range.getKey(), range.getValue().getMin(), range.getValue().getMax());
    }
    stored.setFilter(natural.getFilter());
    stored.setConsistency(natural.getConsistency());
    stored.setReplicaId(natural.getReplicaId());
    if (natural.getLoadColumnFamiliesOnDemandValue() != null) {
      stored.setLoadColumnFamiliesOnDemand(natural.getLoadColumnFamiliesOnDemandValue());
    }
  }

  /**
   * One scan for each image of the natural range, in the order of {@code images}.
   *
   * <p>Each requests rows without a batch, at most {@code limit} of them (0 for no limit). None
   * inherits the read point of the natural scan, which belongs to the region that gave it.
   *
   * @param images stored ranges, none of them empty
   */
  public List<Scan> copies(Scan natural, List<KeyRange> images, int limit) throws IOException {
    List<Scan> stored = new ArrayList<>(images.size());
    for (KeyRange image : images) {
      stored.add(copy(natural, image, limit));
    }
    return stored;
  }

  /**
   * One scan for each image of a natural range, which returns the rows of that range in stored
   * order, without a limit. It is reversed if the natural scan is, because filters and their hints
   * depend on the direction.
   */
  public List<Scan> pass(Scan natural, List<KeyRange> images, KeyRange range) throws IOException {
    PassRange pass = new PassRange(range, natural.isReversed());
    List<Scan> stored = copies(natural, images, 0);
    stored.forEach(pass::putOn);
    return stored;
  }

  /**
   * How many versions of each place the join with other places may need: as many as are asked for,
   * since deletes go to all places, or all of them for a filter that sees them.
   */
  public static int versionsForJoin(Scan natural) {
    if (natural.hasFilter()) {
      return Integer.MAX_VALUE;
    }
    // In a raw read the first version that is too many ends the delete markers, too.
    return natural.isRaw() && natural.getMaxVersions() < Integer.MAX_VALUE
        ? natural.getMaxVersions() + 1
        : natural.getMaxVersions();
  }

  /**
   * Whether a row exists for a get if one of its places has cells for it, whatever the others have:
   * the join keeps the newest version of each column, unless a filter or an offset leaves it out.
   */
  public static boolean existsIfAnyPlaceDoes(Get natural) {
    return natural.getFilter() == null && natural.getRowOffsetPerColumnFamily() <= 0;
  }

  /**
   * Whether a row exists by what some of its places say of it.
   *
   * @param answers results of existence checks; failures, and nulls for places that have not
   *     answered, say nothing
   */
  public static boolean anyPlaceHas(Collection<?> answers) {
    return answers.stream()
        .anyMatch(
            answer -> answer instanceof Result place && Boolean.TRUE.equals(place.getExists()));
  }

  /** The same get with whole rows, to be joined with those of other places. */
  public Get copyForJoin(byte[] storedKey, Get natural) throws IOException {
    Get stored = copy(storedKey, natural);
    stored.setFilter(null);
    stored.readVersions(versionsForJoin(new Scan(natural)));
    stored.setMaxResultsPerColumnFamily(-1);
    stored.setRowOffsetPerColumnFamily(0);
    stored.setCheckExistenceOnly(false);
    return stored;
  }

  /** One scan for each image, with whole rows, as {@link #copyForJoin}. */
  public List<Scan> copiesForJoin(Scan natural, List<KeyRange> images, int limit)
      throws IOException {
    Scan whole = new Scan(natural).setFilter((Filter) null).readVersions(versionsForJoin(natural));
    whole.setMaxResultsPerColumnFamily(-1);
    whole.setRowOffsetPerColumnFamily(0);
    return copies(whole, images, limit);
  }

  /**
   * How many bytes to read ahead in each image, so that all images together hold one response: at
   * most HBase's default of 2 MiB in all, and at least 32 KiB in each.
   */
  public static long readAheadBytes(Scan natural, int images) {
    long answer = HConstants.DEFAULT_HBASE_CLIENT_SCANNER_MAX_RESULT_SIZE;
    if (natural.getMaxResultSize() > 0) {
      answer = Math.min(answer, natural.getMaxResultSize());
    }
    return Math.max(SMALLEST_READ_AHEAD, answer / Math.max(1, images));
  }

  /**
   * The same if all images together may hold several responses: up to so many images as much as a
   * scan of its own would each, and more images together as much as these. With 8 answers each of
   * 16 images reads 1 MiB ahead, and each of 256 images 64 KiB.
   */
  public static long readAheadBytes(Scan natural, int images, int answers) {
    return readAheadBytes(natural, (images + answers - 1) / answers);
  }

  private Scan copy(Scan natural, KeyRange image, int limit) throws IOException {
    Scan stored = new Scan(natural);
    PackagePrivateFieldAccessor.setMvccReadPoint(stored, NO_READ_POINT);
    if (natural.isReversed()) {
      stored.withStartRow(image.stop(), image.stop().length == 0);
      stored.withStopRow(image.start(), true);
    } else {
      stored.withStartRow(image.start(), true);
      stored.withStopRow(image.stop(), false);
    }
    stored.setLimit(limit > 0 ? limit : -1);
    if (natural.getBatch() > 0) {
      // Only then: beside a filter that sees whole rows HBase refuses even to clear a batch.
      stored.setBatch(-1);
    }
    stored.setAllowPartialResults(false);
    stored.setNeedCursorResult(false);
    PassRange.takeOff(stored);
    return marked(stored);
  }

  private <Q extends Query> Q marked(Q stored) {
    if (stored.getReplicaId() < 0) {
      stored.setConsistency(Consistency.STRONG);
    }
    mark.putOn(stored);
    return stored;
  }
}
