package io.halite.it.cluster;

import static io.halite.it.cluster.RequestExamples.COUNTER;
import static io.halite.it.cluster.RequestExamples.NONE;
import static io.halite.it.cluster.RequestExamples.ROW;
import static io.halite.it.cluster.RequestExamples.append;
import static io.halite.it.cluster.RequestExamples.check;
import static io.halite.it.cluster.RequestExamples.checkRow;
import static io.halite.it.cluster.RequestExamples.delete;
import static io.halite.it.cluster.RequestExamples.deleteOther;
import static io.halite.it.cluster.RequestExamples.gets;
import static io.halite.it.cluster.RequestExamples.increment;
import static io.halite.it.cluster.RequestExamples.mixed;
import static io.halite.it.cluster.RequestExamples.mutations;
import static io.halite.it.cluster.RequestExamples.other;
import static io.halite.it.cluster.RequestExamples.put;
import static io.halite.it.cluster.RequestExamples.read;
import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.FilterList;

/**
 * Every kind of request that HBase's {@link Table} sends, each with one example on the rows {@code
 * row} and {@code other} in family {@code f}. Conditions hold after {@link #fill}. {@code
 * RequestKindTest} fails if the interface has an operation without an example here.
 */
public enum RequestKind {
  PUT("put", false, table -> table.put(put())),
  PUTS("put", false, table -> table.put(List.of(put(), other()))),
  DELETE_ROW("delete", false, table -> table.delete(new Delete(ROW))),
  DELETE_COLUMN("delete", false, table -> table.delete(delete())),
  DELETES(
      "delete", false, table -> table.delete(new ArrayList<>(List.of(delete(), deleteOther())))),
  INCREMENT("increment", false, table -> table.increment(increment())),
  INCREMENT_VALUE("increment", false, table -> table.incrementColumnValue(ROW, F, COUNTER, 1)),
  INCREMENT_VALUE_DURABLY(
      "increment",
      false,
      table -> table.incrementColumnValue(ROW, F, COUNTER, 1, Durability.SYNC_WAL)),
  APPEND("append", false, table -> table.append(append())),
  MUTATE_ROW("put", false, table -> table.mutateRow(mutations())),
  BATCH("put", false, table -> table.batch(mixed(), new Object[3])),
  BATCH_CALLBACK(
      "put",
      false,
      table -> table.batchCallback(mixed(), new Object[3], (region, row, result) -> {})),
  CHECK_PUT("put", true, table -> table.checkAndMutate(check().build(put()))),
  CHECK_DELETE("delete", true, table -> table.checkAndMutate(check().build(new Delete(ROW)))),
  CHECK_INCREMENT("increment", true, table -> table.checkAndMutate(check().build(increment()))),
  CHECK_APPEND("append", true, table -> table.checkAndMutate(check().build(append()))),
  CHECK_MUTATE_ROW("put", true, table -> table.checkAndMutate(check().build(mutations()))),
  CHECK_FILTER("put", true, table -> table.checkAndMutate(checkRow().build(put()))),
  CHECKS(
      "put",
      true,
      table -> table.checkAndMutate(List.of(check().build(put()), check().build(increment())))),
  CHECK_AND_PUT("put", true, table -> table.checkAndPut(ROW, F, NONE, null, put())),
  CHECK_AND_PUT_COMPARED(
      "put", true, table -> table.checkAndPut(ROW, F, Q, CompareOp.EQUAL, Q, put())),
  CHECK_AND_PUT_BY_OPERATOR(
      "put", true, table -> table.checkAndPut(ROW, F, Q, CompareOperator.EQUAL, Q, put())),
  CHECK_AND_DELETE("delete", true, table -> table.checkAndDelete(ROW, F, NONE, null, delete())),
  CHECK_AND_DELETE_COMPARED(
      "delete", true, table -> table.checkAndDelete(ROW, F, Q, CompareOp.EQUAL, Q, delete())),
  CHECK_AND_DELETE_BY_OPERATOR(
      "delete", true, table -> table.checkAndDelete(ROW, F, Q, CompareOperator.EQUAL, Q, delete())),
  CHECK_AND_MUTATE_COMPARED(
      "put", true, table -> table.checkAndMutate(ROW, F, Q, CompareOp.EQUAL, Q, mutations())),
  CHECK_AND_MUTATE_BY_OPERATOR(
      "put", true, table -> table.checkAndMutate(ROW, F, Q, CompareOperator.EQUAL, Q, mutations())),
  CHECK_COLUMN_THEN(
      "put",
      true,
      table -> table.checkAndMutate(ROW, F).qualifier(NONE).ifNotExists().thenPut(put())),
  CHECK_FILTER_THEN(
      "put", true, table -> table.checkAndMutate(ROW, new FilterList()).thenPut(put())),
  GET("get", false, table -> table.get(new Get(ROW))),
  GETS("get", false, table -> table.get(gets())),
  EXISTS("get", false, table -> table.exists(new Get(ROW))),
  EXISTS_EACH("get", false, table -> table.exists(gets())),
  EXISTS_ALL("get", false, table -> table.existsAll(gets())),
  SCAN("scan", false, table -> read(table.getScanner(new Scan()))),
  SCAN_FAMILY("scan", false, table -> read(table.getScanner(F))),
  SCAN_COLUMN("scan", false, table -> read(table.getScanner(F, Q)));

  private interface Example {
    void send(Table table) throws Exception;
  }

  private final String act;
  private final boolean isConditional;
  private final Example example;

  RequestKind(String act, boolean isConditional, Example example) {
    this.act = act;
    this.isConditional = isConditional;
    this.example = example;
  }

  /**
   * What the request does first: {@code put}, {@code delete}, {@code increment}, {@code append},
   * {@code get} or {@code scan}.
   */
  public String act() {
    return act;
  }

  /** Whether a condition guards the act. */
  public boolean isConditional() {
    return isConditional;
  }

  /** Sends the example. */
  public void send(Table table) throws Exception {
    example.send(table);
  }

  /** Puts both rows of the examples, so that every condition holds. */
  public static void fill(Table table) throws IOException {
    table.put(List.of(put(), other()));
  }
}
