package io.halite.client.plugin;

import io.halite.keys.KeyBytes;
import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a deprecated form of a conditional mutation, which has yet to be given its
 * action. Not thread-safe, as HBase's own builders.
 */
final class OldCondition {
  private final byte[] row;
  private final byte @Nullable [] family;
  private final @Nullable Filter filter;
  private byte @Nullable [] qualifier;
  private @Nullable TimeRange timeRange;
  private @Nullable CompareOperator op;
  private byte @Nullable [] value;

  private OldCondition(byte[] row, byte @Nullable [] family, @Nullable Filter filter) {
    this.row = row;
    this.family = family;
    this.filter = filter;
  }

  /** On a column of a family. */
  static OldCondition onColumn(byte[] row, byte[] family) {
    return new OldCondition(
        Objects.requireNonNull(row, "row is null"),
        Objects.requireNonNull(family, "family is null"),
        null);
  }

  /** On what a filter lets pass. */
  static OldCondition onFilter(byte[] row, Filter filter) {
    return new OldCondition(
        Objects.requireNonNull(row, "row is null"),
        null,
        Objects.requireNonNull(filter, "filter is null"));
  }

  void qualifier(byte[] name) {
    this.qualifier = Objects.requireNonNull(name, "qualifier is null: leave the call out");
  }

  void timeRange(@Nullable TimeRange range) {
    this.timeRange = range;
  }

  void ifNotExists() {
    this.op = CompareOperator.EQUAL;
    this.value = null;
  }

  void ifMatches(CompareOperator compare, byte[] expected) {
    this.op = Objects.requireNonNull(compare, "operator is null");
    this.value = Objects.requireNonNull(expected, "value is null");
  }

  /**
   * The current form: this condition and an action.
   *
   * @throws DoNotRetryIOException if the action is on another row
   */
  CheckAndMutate then(Row action) throws DoNotRetryIOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    if (filter != null) {
      builder.ifMatches(filter);
    } else {
      Objects.requireNonNull(op, "no condition: call ifNotExists, ifEquals or ifMatches first");
      builder.ifMatches(family, qualifier, op, value);
    }
    return of(builder.timeRange(timeRange), row, action);
  }

  /** A condition on a row with an action on the same row. */
  static CheckAndMutate of(CheckAndMutate.Builder condition, byte[] row, Row action)
      throws DoNotRetryIOException {
    if (!Bytes.equals(row, action.getRow())) {
      throw new DoNotRetryIOException(
          "action on row '"
              + KeyBytes.cut(Bytes.toStringBinary(action.getRow()))
              + "' under a condition on row '"
              + KeyBytes.cut(Bytes.toStringBinary(row))
              + "': both must be on the same row");
    }
    if (action instanceof Put put) {
      return condition.build(put);
    }
    return action instanceof Delete delete
        ? condition.build(delete)
        : condition.build((RowMutations) action);
  }
}
