package io.halite.client.plugin;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;
import org.jspecify.annotations.Nullable;

/**
 * Turns each deprecated form of a conditional mutation into the current one.
 *
 * <p>{@code checkAndPut} and {@code checkAndDelete} are sent by the same method of the real table,
 * which limits no put and fails as a single request does. Their forms without an operator reach
 * those with one through the defaults of the interface. As safe for threads as the real table.
 */
@SuppressWarnings("deprecation") // These are the deprecated forms.
abstract class ConditionalTable extends TableDecorator {
  ConditionalTable(Table real, Configuration conf, ScanTables scanTables) {
    super(real, conf, scanTables);
  }

  /** Sends a natural condition with its action by a call with the stored one. */
  abstract boolean send(CheckAndMutate natural, DirectRequests.Call<CheckAndMutate, Boolean> call)
      throws IOException;

  @Override
  public final boolean checkAndPut(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      Put put)
      throws IOException {
    return checkAndPut(row, family, qualifier, CompareOperator.valueOf(op.name()), value, put);
  }

  @Override
  public final boolean checkAndPut(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator op, byte[] value, Put put)
      throws IOException {
    return send(
        OldCondition.of(
            CheckAndMutate.newBuilder(row).ifMatches(family, qualifier, op, value), row, put),
        stored ->
            real.checkAndPut(
                stored.getRow(), family, qualifier, op, value, (Put) stored.getAction()));
  }

  @Override
  public final boolean checkAndDelete(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp op,
      byte[] value,
      Delete delete)
      throws IOException {
    return checkAndDelete(
        row, family, qualifier, CompareOperator.valueOf(op.name()), value, delete);
  }

  @Override
  public final boolean checkAndDelete(
      byte[] row, byte[] family, byte[] qualifier, CompareOperator op, byte[] value, Delete delete)
      throws IOException {
    return send(
        OldCondition.of(
            CheckAndMutate.newBuilder(row).ifMatches(family, qualifier, op, value), row, delete),
        stored ->
            real.checkAndDelete(
                stored.getRow(), family, qualifier, op, value, (Delete) stored.getAction()));
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
    return checkAndMutate(
            OldCondition.of(
                CheckAndMutate.newBuilder(row).ifMatches(family, qualifier, op, value),
                row,
                mutations))
        .isSuccess();
  }

  @Override
  public final CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    return new OnColumn(OldCondition.onColumn(row, family));
  }

  @Override
  public final CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    return new OnFilter(OldCondition.onFilter(row, filter));
  }

  /** A condition being put together, and the actions that can end it. */
  abstract class Waiting {
    final OldCondition condition;

    Waiting(OldCondition condition) {
      this.condition = condition;
    }

    public final boolean thenPut(Put put) throws IOException {
      return checkAndMutate(condition.then(put)).isSuccess();
    }

    public final boolean thenDelete(Delete delete) throws IOException {
      return checkAndMutate(condition.then(delete)).isSuccess();
    }

    public final boolean thenMutate(RowMutations mutations) throws IOException {
      return checkAndMutate(condition.then(mutations)).isSuccess();
    }
  }

  private final class OnColumn extends Waiting implements CheckAndMutateBuilder {
    OnColumn(OldCondition condition) {
      super(condition);
    }

    @Override
    public CheckAndMutateBuilder qualifier(byte[] name) {
      condition.qualifier(name);
      return this;
    }

    @Override
    public CheckAndMutateBuilder timeRange(@Nullable TimeRange range) {
      condition.timeRange(range);
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifNotExists() {
      condition.ifNotExists();
      return this;
    }

    @Override
    public CheckAndMutateBuilder ifMatches(CompareOperator compare, byte[] expected) {
      condition.ifMatches(compare, expected);
      return this;
    }
  }

  private final class OnFilter extends Waiting implements CheckAndMutateWithFilterBuilder {
    OnFilter(OldCondition condition) {
      super(condition);
    }

    @Override
    public CheckAndMutateWithFilterBuilder timeRange(@Nullable TimeRange range) {
      condition.timeRange(range);
      return this;
    }
  }
}
