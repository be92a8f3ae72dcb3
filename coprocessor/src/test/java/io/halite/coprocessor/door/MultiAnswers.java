package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.util.Bytes;

/** Answers to requests of several parts, as HBase gives them: the cells lie beside the message. */
final class MultiAnswers {
  private MultiAnswers() {}

  static Cell cell(String row) {
    return new KeyValue(Bytes.toBytes(row), new byte[] {'f'}, new byte[] {'q'}, 1, new byte[0]);
  }

  static RegionActionResult ofCells(int cells) {
    return RegionActionResult.newBuilder()
        .addResultOrException(
            ResultOrException.newBuilder()
                .setIndex(0)
                .setResult(ClientProtos.Result.newBuilder().setAssociatedCellCount(cells)))
        .build();
  }

  static MultiResponse answers(RegionActionResult... results) {
    return MultiResponse.newBuilder().addAllRegionActionResult(List.of(results)).build();
  }

  static List<Cell> cells(CellScanner scanner) throws IOException {
    List<Cell> cells = new ArrayList<>();
    while (scanner.advance()) {
      cells.add(scanner.current());
    }
    return cells;
  }

  static ResultOrException cellOf(int index) {
    return ofCells(1).getResultOrException(0).toBuilder().setIndex(index).build();
  }

  static ResultOrException failed(int index, IOException failure) {
    return ResultOrException.newBuilder()
        .setIndex(index)
        .setException(ResponseConverter.buildException(failure))
        .build();
  }
}
