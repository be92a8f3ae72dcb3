package io.halite.client.plugin;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Turns each deprecated form of a conditional mutation into the current one.
 *
 * <p>{@code checkAndPut} and {@code checkAndDelete} reach these methods through the defaults of the
 * interface. As safe for threads as the real table.
 */
@SuppressWarnings("deprecation") // These are the deprecated forms.
abstract class ConditionalTable extends TableDecorator {
  ConditionalTable(Table real) {
    super(real);
  }

  @Override
  public final boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return checkAndMutate(
        row, family, qualifier, CompareOperator.valueOf(op.name()), value, mutations);
  }

  @Override
  public final boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator op,
      byte[] value,
      RowMutations mutations)
      throws IOException {
    return new Condition(
            CheckAndMutate.newBuilder(row).ifMatches(family, qualifier, op, value), row)
        .then(mutations);
  }

  @Override
  public final CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new OnColumn(
        Objects.requireNonNull(row, "row is null"),
        Objects.requireNonNull(family, "family is null"));
  }

  @Override
  public final CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new OnFilter(
        Objects.requireNonNull(row, "row is null"),
        Objects.requireNonNull(filter, "filter is null"));
  }

  /** A condition that has yet to be given its action. */
  private final class Condition {
    private final CheckAndMutate.Builder builder;
    private final byte[] row;

    Condition(CheckAndMutate.Builder builder, byte[] row) {
      this.builder = builder;
      this.row = row;
    }

    boolean then(Row action) throws IOException {
      if (!Bytes.equals(row, action.getRow())) {
        throw new DoNotRetryIOException(
            "action on row '"
                + KeyBytes.cut(Bytes.toStringBinary(action.getRow()))
                + "' under a condition on row '"
                + KeyBytes.cut(Bytes.toStringBinary(row))
                + "': both must be on the same row");
      }
      return checkAndMutate(action(action)).isSuccess();
    }

    private CheckAndMutate action(Row action) {
      if (action instanceof Put put) {
        return builder.build(put);
      }
      return action instanceof Delete delete
          ? builder.build(delete)
          : builder.build((RowMutations) action);
    }
  }

  /** A condition being put together, and the actions that can end it. */
  abstract static class Waiting {
    abstract Condition condition();

    public final boolean thenPut(Put put) throws IOException {
      return condition().then(put);
    }

    public final boolean thenDelete(Delete delete) throws IOException {
      return condition().then(delete);
    }

    public final boolean thenMutate(RowMutations mutations) throws IOException {
      return condition().then(mutations);
    }
  }

  private final class OnColumn extends Waiting implements CheckAndMutateBuilder {
    private final byte[] row;
    private final byte[] family;
    private byte @Nullable [] qualifier;
    private @Nullable TimeRange timeRange;
    private @Nullable CompareOperator op;
    private byte @Nullable [] value;

    OnColumn(byte[] row, byte[] family) {
      this.row = row;
      this.family = family;
    }

    @Override
    public CheckAndMutateBuilder qualifier(byte[] name) {
      this.qualifier = Objects.requireNonNull(name, "qualifier is null: leave the call out");
      return this;
    }

    @Override
    public CheckAndMutateBuilder timeRange(@Nullable TimeRange range) {
      this.timeRange = range;
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifNotExists() {
      this.op = CompareOperator.EQUAL;
      this.value = null;
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifMatches(CompareOperator compare, byte[] expected) {
      this.op = Objects.requireNonNull(compare, "operator is null");
      this.value = Objects.requireNonNull(expected, "value is null");
      return this;
    }

    @Override
    Condition condition() {
      Objects.requireNonNull(op, "no condition: call ifNotExists, ifEquals or ifMatches first");
      return new Condition(
          CheckAndMutate.newBuilder(row)
              .ifMatches(family, qualifier, op, value)
              .timeRange(timeRange),
          row);
    }
  }

  private final class OnFilter extends Waiting implements CheckAndMutateWithFilterBuilder {
    private final byte[] row;
    private final Filter filter;
    private @Nullable TimeRange timeRange;

    OnFilter(byte[] row, Filter filter) {
      this.row = row;
      this.filter = filter;
    }

    @Override
    public CheckAndMutateWithFilterBuilder timeRange(@Nullable TimeRange range) {
      this.timeRange = range;
      return this;
    }

    @Override
    Condition condition() {
      return new Condition(
          CheckAndMutate.newBuilder(row).ifMatches(filter).timeRange(timeRange), row);
    }
  }
}
