package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;

import com.google.protobuf.Message;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.BaseRowProcessorEndpoint;
import org.apache.hadoop.hbase.coprocessor.example.generated.ExampleProtos.CountRequest;
import org.apache.hadoop.hbase.coprocessor.example.generated.ExampleProtos.CountResponse;
import org.apache.hadoop.hbase.regionserver.BaseRowProcessor;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;

/** HBase's endpoint that changes rows by a class of the user. */
public final class RowProcessing extends BaseRowProcessorEndpoint<Message, Message> {
  /** Adds a cell to {@code row1}. */
  public static final class AddingCell extends BaseRowProcessor<CountRequest, CountResponse> {
    private static final byte[] ROW = Bytes.toBytes("row1");

    @Override
    public Collection<byte[]> getRowsToLock() {
      return List.of(ROW);
    }

    @Override
    public CountResponse getResult() {
      return CountResponse.newBuilder().setCount(1).build();
    }

    @Override
    public boolean readOnly() {
      return false;
    }

    @Override
    public void process(long now, HRegion region, List<Mutation> mutations, WALEdit edit)
        throws IOException {
      Put put = new Put(ROW, now).addColumn(F, ROW, ROW);
      put.getFamilyCellMap().values().forEach(cells -> cells.forEach(edit::add));
      mutations.add(put);
    }

    @Override
    public CountRequest getRequestData() {
      return CountRequest.getDefaultInstance();
    }

    @Override
    public void initialize(CountRequest request) {}
  }
}
