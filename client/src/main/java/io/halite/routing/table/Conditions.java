package io.halite.routing.table;

import io.halite.routing.host.RequestedMetrics;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * Reads conditional mutations, and builds changed copies: HBase makes them immutable. Stateless.
 */
public final class Conditions {
  private Conditions() {}

  /** The mutations that a conditional mutation applies, in order. */
  public static List<Mutation> mutations(CheckAndMutate check) {
    return check.getAction() instanceof RowMutations row
        ? row.getMutations()
        : List.of((Mutation) check.getAction());
  }

  /**
   * Whether the owner computes what a mutation writes, and answers with it: an increment or append.
   * HBase's client numbers those alone.
   */
  public static boolean isComputed(Mutation mutation) {
    return mutation instanceof Increment || mutation instanceof Append;
  }

  /** Whether one of the mutations that a conditional mutation applies is such. */
  public static boolean isComputed(CheckAndMutate check) {
    return mutations(check).stream().anyMatch(Conditions::isComputed);
  }

  /** The same mutation under another filter. */
  public static CheckAndMutate withFilter(CheckAndMutate check, Filter filter) {
    CheckAndMutate.Builder builder =
        CheckAndMutate.newBuilder(check.getRow()).ifMatches(filter).timeRange(check.getTimeRange());
    return build(RequestedMetrics.copy(check, builder), check.getAction());
  }

  /** The condition of {@code builder} with an action of any kind. */
  static CheckAndMutate build(CheckAndMutate.Builder builder, Row action) {
    if (action instanceof Put put) {
      return builder.build(put);
    }
    if (action instanceof Delete delete) {
      return builder.build(delete);
    }
    if (action instanceof Increment increment) {
      return builder.build(increment);
    }
    if (action instanceof Append append) {
      return builder.build(append);
    }
    return builder.build((RowMutations) action);
  }
}
