package io.halite.client.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.LatestKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Which keys a query is about. Immutable. */
sealed interface KeyScope {
  /** The natural rows of the keys: ranges in ascending order, disjoint. */
  List<KeyRange> rows(LatestKeys keys);

  /** Keys by name, in any order. */
  record Listed(List<byte[]> names) implements KeyScope {
    public Listed {
      names = names.stream().map(byte[]::clone).toList();
    }

    @Override
    public List<KeyRange> rows(LatestKeys keys) {
      TreeSet<byte[]> prefixes = new TreeSet<>(KeyBytes::compare);
      names.forEach(name -> prefixes.add(keys.prefix(name)));
      List<KeyRange> rows = new ArrayList<>(prefixes.size());
      prefixes.forEach(prefix -> rows.add(KeyRange.prefix(prefix)));
      return rows;
    }
  }

  /** All keys of a range of keys. */
  record Ranged(KeyRange range) implements KeyScope {
    @Override
    public List<KeyRange> rows(LatestKeys keys) {
      KeyRange rows = keys.rows(range);
      return rows.isEmpty() ? List.of() : List.of(rows);
    }
  }
}
