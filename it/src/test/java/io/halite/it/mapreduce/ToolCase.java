package io.halite.it.mapreduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** One of HBase's tools, between which tables, over which connections. */
record ToolCase(Tool tool, Way way, StoredAs salt, Route route) {
  /** The tools that read or write rows as clients do. */
  enum Tool {
    COPY_TABLE,
    EXPORT_AND_IMPORT,
    HASH_TABLE_AND_SYNC_TABLE,
    ROW_COUNTER_AND_CELL_COUNTER,
    VERIFY_REPLICATION;

    /** Counters read one table; the others read one and write or compare another. */
    List<Way> ways() {
      return this == ROW_COUNTER_AND_CELL_COUNTER ? List.of(Way.OUT) : List.of(Way.values());
    }
  }

  /** From which table to which. */
  enum Way {
    /** From a plain table to a salted one. */
    IN,
    /** From a salted table to a plain one. */
    OUT,
    /** From a salted table to one of another salt. */
    ACROSS
  }

  /** How the requests of the tool reach the rows. */
  enum Route {
    GATEWAY,
    DOOR,
    PLUG_IN
  }

  /** The whole product. */
  static List<ToolCase> all() {
    List<ToolCase> all = new ArrayList<>();
    for (Tool tool : Tool.values()) {
      for (Way way : tool.ways()) {
        for (StoredAs salt : StoredAs.values()) {
          for (Route route : Route.values()) {
            all.add(new ToolCase(tool, way, salt, route));
          }
        }
      }
    }
    return all;
  }

  /** Some cases, no two of which have the same salt; each tool and each route is among them. */
  static List<ToolCase> drawn(long seed) {
    Random random = new Random(seed);
    List<StoredAs> salts = shuffled(StoredAs.values(), random);
    List<Tool> tools = shuffled(Tool.values(), random);
    List<Route> routes = shuffled(Route.values(), random);
    List<ToolCase> drawn = new ArrayList<>();
    for (int i = 0; i <= tools.size(); i++) {
      Tool tool = tools.get(i % tools.size());
      Way way = tool.ways().get(random.nextInt(tool.ways().size()));
      drawn.add(new ToolCase(tool, way, salts.get(i), routes.get(i % routes.size())));
    }
    return drawn;
  }

  private static <T> List<T> shuffled(T[] values, Random random) {
    List<T> shuffled = new ArrayList<>(Arrays.asList(values));
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  @Override
  public String toString() {
    return "%s %s %s by %s"
        .formatted(tool, way, salt, route)
        .toLowerCase(Locale.ROOT)
        .replace('_', ' ');
  }
}
