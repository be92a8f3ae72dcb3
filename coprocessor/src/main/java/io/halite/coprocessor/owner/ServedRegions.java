package io.halite.coprocessor.owner;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The salted regions that this server serves, and which images of a scan are vacant in them.
 *
 * <p>Example: of the images {@code [00·41, 00·42)}, {@code [01·41, 01·42)} and {@code [02·41,
 * 02·42)} this server serves the first two, and stores {@code 01·41 54 4C}. A look finds that the
 * first one is vacant. Thread-safe.
 */
public final class ServedRegions {
  private static final Logger LOG = LoggerFactory.getLogger(ServedRegions.class);

  /** How many images hold rows before a look may conclude that the scan reads most of them. */
  static final int ENOUGH = 4;

  /** The time after which a look ends, for it holds a handler and reads one image at a time. */
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ConcurrentMap<TableName, OfTable> tables = new ConcurrentHashMap<>();
  private final ServedScans scans = new ServedScans();

  /** The regions of a table by their first rows, and the table as the last of them knows it. */
  private record OfTable(SaltedTable table, ConcurrentNavigableMap<byte[], Served> regions) {}

  /** A region that serves the requests for its rows. */
  public interface Served {
    /** The stored rows that the region covers. */
    KeyRange rows();

    /** The fingerprint of the spec under which it serves them. */
    long fingerprint();

    /**
     * Whether the region stores no cell in this part of its rows.
     *
     * @throws IOException if the region would refuse to be read
     */
    boolean isVacant(KeyRange part) throws IOException;
  }

  /**
   * What a look at the images of a scan has found, by their positions.
   *
   * @param here images that lie in a region of this server
   * @param vacant those of them in which no cell is stored
   * @param ended whether the look ended before the last image, because most images hold rows or
   *     because it took too long; the other images may hold rows
   */
  public record Look(BitSet here, BitSet vacant, boolean ended) {}

  /** A region begins to serve requests. */
  public void entered(SaltedTable table, Served region) {
    tables.compute(
        table.name(),
        (name, known) -> {
          OfTable now = new OfTable(table, known == null ? none() : known.regions());
          now.regions().put(region.rows().start(), region);
          return now;
        });
  }

  private static ConcurrentNavigableMap<byte[], Served> none() {
    return new ConcurrentSkipListMap<>(KeyBytes::compare);
  }

  /** A region serves no more requests. */
  public void left(TableName table, Served region) {
    tables.computeIfPresent(
        table,
        (name, known) -> {
          known.regions().remove(region.rows().start(), region);
          return known.regions().isEmpty() ? null : known;
        });
  }

  /** What the regions know of scans that clients may resume. */
  public ServedScans scans() {
    return scans;
  }

  /** The salted tables with a region that this server serves. */
  public Stream<SaltedTable> tables() {
    return tables.values().stream().map(OfTable::table);
  }

  /**
   * Looks for vacant images. An image is vacant if one region of this server covers it whole, under
   * the spec of this fingerprint, and stores no cell in it.
   */
  public Look look(TableName table, long fingerprint, List<KeyRange> images) {
    BitSet here = new BitSet();
    BitSet vacant = new BitSet();
    int vacancies = 0;
    long end = System.nanoTime() + LONGEST_NANOS;
    for (int i = 0; i < images.size(); i++) {
      Optional<Served> region = around(table, images.get(i));
      if (region.isEmpty() || region.get().fingerprint() != fingerprint) {
        continue;
      }
      here.set(i);
      if (isVacant(region.get(), images.get(i))) {
        vacant.set(i);
        vacancies++;
      }
      int occupied = here.cardinality() - vacancies;
      if ((occupied >= ENOUGH && occupied > vacancies) || System.nanoTime() - end > 0) {
        return new Look(here, vacant, true);
      }
    }
    return new Look(here, vacant, false);
  }

  private Optional<Served> around(TableName table, KeyRange image) {
    return Optional.ofNullable(tables.get(table))
        .flatMap(known -> Optional.ofNullable(known.regions().floorEntry(image.start())))
        .map(Map.Entry::getValue)
        .filter(region -> region.rows().intersect(image).equals(image));
  }

  private static boolean isVacant(Served region, KeyRange image) {
    try {
      return region.isVacant(image);
    } catch (IOException | RuntimeException e) {
      // The scan that reads the image meets the same failure, and reports it to the client.
      LOG.debug("{} of region {} may hold rows", image, region.rows(), e);
      return false;
    }
  }
}
