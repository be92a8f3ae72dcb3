package io.halite.routing.host;

import io.halite.filters.host.HostClasses;
import java.util.Map;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * The attributes that a table gives to each of its requests, by name. Tables have them from HBase
 * 2.6.0 on, buffered mutators from 2.6.1 on; older clients have none, and can send none. Stateless.
 */
public final class RequestAttributes {
  private static final boolean KNOWN = HostClasses.has(Table.class, "getRequestAttributes");
  private static final boolean KNOWN_OF_MUTATORS =
      HostClasses.has(BufferedMutatorParams.class, "getRequestAttributes");

  private RequestAttributes() {}

  /** Those of a table; empty in an older client. */
  public static Map<String, byte[]> of(Table table) {
    return KNOWN ? table.getRequestAttributes() : Map.of();
  }

  /** Those of a buffered mutator; empty in an older client. */
  public static Map<String, byte[]> of(BufferedMutatorParams mutator) {
    return KNOWN_OF_MUTATORS ? mutator.getRequestAttributes() : Map.of();
  }

  /** Gives them to a table that is being built; does nothing in an older client. */
  public static void put(Map<String, byte[]> attributes, TableBuilder table) {
    if (KNOWN) {
      attributes.forEach(table::setRequestAttribute);
    }
  }

  /** Gives them to a buffered mutator that is being built; does nothing in an older client. */
  public static void put(Map<String, byte[]> attributes, BufferedMutatorParams mutator) {
    if (KNOWN_OF_MUTATORS) {
      attributes.forEach(mutator::setRequestAttribute);
    }
  }

  /** Gives them to a table that is being built; does nothing in an older client. */
  public static void put(Map<String, byte[]> attributes, AsyncTableBuilder<?> table) {
    if (KNOWN) {
      attributes.forEach(table::setRequestAttribute);
    }
  }
}
