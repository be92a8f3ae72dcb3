package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.rights.Judged;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Answers the gets of one gateway region, by natural key or by an index. Thread-safe. */
public final class ReadGateway {
  private final RowReads rows;
  private final IndexGateway indexes;
  private final MemoryAccount answers;

  /**
   * The gets of one gateway region.
   *
   * @param answers counts those to batches
   */
  ReadGateway(RowReads rows, IndexGateway indexes, MemoryAccount answers) {
    this.rows = rows;
    this.indexes = indexes;
    this.answers = answers;
  }

  /**
   * Adds the cells of the row; of an existence check, one cell if the row exists.
   *
   * @throws org.apache.hadoop.hbase.MultiActionResultTooLarge as {@link AnswersOfBatch} says
   */
  public void get(Judged<Get> judged, List<Cell> cells) throws IOException {
    Get natural = judged.request();
    if (natural.isCheckExistenceOnly()) {
      if (exists(judged)) {
        cells.add(PrivateCellUtil.createFirstOnRow(natural.getRow()));
      }
      return;
    }
    ClientRequest request = ClientRequest.current();
    if (request.mayEndAtAnyGet()) {
      AnswersOfBatch batch = AnswersOfBatch.of(request, answers);
      batch.requireRoom();
      cells.addAll(read(judged));
      batch.add(cells);
    } else {
      cells.addAll(read(judged));
    }
  }

  private List<Cell> read(Judged<Get> judged) throws IOException {
    Get natural = judged.request();
    return IndexGateway.isFor(natural) ? byIndex(natural) : rows.cells(judged);
  }

  private List<Cell> byIndex(Get natural) throws IOException {
    Result found = indexes.find(natural);
    return found.isEmpty() ? List.of() : found.listCells();
  }

  private boolean exists(Judged<Get> judged) throws IOException {
    return IndexGateway.isFor(judged.request())
        ? indexes.exists(judged.request())
        : rows.exists(judged);
  }
}
