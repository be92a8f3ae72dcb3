package io.halite.client.operate;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * A table that loads the observer, or whose rows are salted. Immutable.
 *
 * @param name its name
 * @param attributes those of its attributes that load the observer
 * @param byDefault the spec that its servers' sites give it, by {@code halite.default.spec}; empty
 *     if it has an attribute of the observer
 * @param remembered the spec of its rows, as the master keeps it; empty if it keeps none
 * @param enabled whether it is enabled
 * @param guarded whether servers that did not load the observer keep its regions closed
 * @param mergeable whether HBase's normalizer may merge its regions
 * @param regions its regions, in the order of their rows; none if it is disabled
 * @param indexes an objection to the table of each index that has one
 */
public record TableState(
    TableName name,
    List<CoprocessorAttribute> attributes,
    Optional<String> byDefault,
    Optional<String> remembered,
    boolean enabled,
    boolean guarded,
    boolean mergeable,
    List<RegionState> regions,
    List<String> indexes) {
  /** Copies the lists. */
  public TableState {
    attributes = List.copyOf(attributes);
    regions = List.copyOf(regions);
    indexes = List.copyOf(indexes);
  }

  /** The spec of the attribute, or by default; empty if it has none that can be read. */
  public Optional<SaltingSpec> spec() {
    if (attributes.isEmpty()) {
      return byDefault.flatMap(TableState::parse);
    }
    return attributes.size() == 1 ? parse(attributes.get(0).arguments()) : Optional.empty();
  }

  static Optional<SaltingSpec> parse(String text) {
    try {
      return Optional.of(SaltingSpec.parse(text));
    } catch (IllegalArgumentException e) {
      // Its regions refuse every request, and say why.
      return Optional.empty();
    }
  }

  /** How many regions with rows of these stored ranges each server has. */
  Map<String, Long> storing(List<KeyRange> images) {
    return regions.stream()
        .filter(
            region -> images.stream().anyMatch(image -> !image.intersect(region.rows()).isEmpty()))
        .filter(region -> !region.server().isEmpty())
        .collect(Collectors.groupingBy(RegionState::server, TreeMap::new, Collectors.counting()));
  }

  /** How many splits a job over all rows has by {@code TableInputFormat}: one for each region. */
  public int usualSplits() {
    return regions.size();
  }

  /**
   * How many splits it has by {@code SaltedTableInputFormat}: one for each region that can store a
   * row. Empty for a table whose regions are not known, and under a salt of several places, whose
   * splits are ranges of natural keys, at most as many as regions.
   */
  public OptionalLong saltedSplits() {
    Optional<SaltingSpec> rows = spec().filter(spec -> spec.salt().isSinglePlace());
    if (rows.isEmpty() || regions.isEmpty()) {
      return OptionalLong.empty();
    }
    List<KeyRange> images = rows.get().salt().images(KeyRange.all());
    return OptionalLong.of(
        regions.stream()
            .filter(
                region ->
                    images.stream().anyMatch(image -> !image.intersect(region.rows()).isEmpty()))
            .count());
  }

  /** Whether every server loads the observer from a jar that the attribute names. */
  boolean bringsItsJar() {
    return !attributes.isEmpty()
        && attributes.stream().noneMatch(attribute -> attribute.path().isEmpty());
  }
}
