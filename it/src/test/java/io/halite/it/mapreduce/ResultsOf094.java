package io.halite.it.mapreduce;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.Serialization;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;

/**
 * Writes results as HBase 0.94 did: the length of all that follows, then for each cell its length
 * and its bytes.
 */
public final class ResultsOf094 implements Serialization<Result> {
  /** The value of {@code io.serializations}. */
  static String serializations() {
    return WritableSerialization.class.getName() + "," + ResultsOf094.class.getName();
  }

  @Override
  public boolean accept(Class<?> type) {
    return Result.class.isAssignableFrom(type);
  }

  @Override
  public Serializer<Result> getSerializer(Class<Result> type) {
    return new Writer();
  }

  @Override
  public Deserializer<Result> getDeserializer(Class<Result> type) {
    throw new UnsupportedOperationException("HBase reads them");
  }

  private static final class Writer implements Serializer<Result> {
    private DataOutputStream out;

    @Override
    public void open(OutputStream stream) {
      out = new DataOutputStream(stream);
    }

    @Override
    public void serialize(Result result) throws IOException {
      int length = 0;
      for (Cell cell : result.rawCells()) {
        length += Integer.BYTES + KeyValueUtil.ensureKeyValue(cell).getLength();
      }
      out.writeInt(length);
      for (Cell cell : result.rawCells()) {
        KeyValue old = KeyValueUtil.ensureKeyValue(cell);
        out.writeInt(old.getLength());
        out.write(old.getBuffer(), old.getOffset(), old.getLength());
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
