package io.halite.coprocessor.gateway;

import io.halite.keys.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;

/**
 * The bytes of {@link ScanRest}s in a file: for each its ticket, user, range, last row and rows.
 * Stateless.
 */
final class RestFile {
  private RestFile() {}

  static void write(DataOutputStream out, Map<Long, ScanRest> rests) throws IOException {
    out.writeInt(rests.size());
    for (Map.Entry<Long, ScanRest> entry : rests.entrySet()) {
      ScanRest rest = entry.getValue();
      out.writeLong(entry.getKey());
      out.writeUTF(rest.user());
      bytes(out, rest.within().start());
      bytes(out, rest.within().stop());
      out.writeBoolean(rest.last().isPresent());
      bytes(out, rest.last().orElse(new byte[0]));
      out.writeInt(rest.rows().size());
      for (Result row : rest.rows()) {
        ProtobufUtil.toResult(row).writeDelimitedTo(out);
      }
    }
  }

  /** The same bytes without a file, for what asks for a rest while its region is open. */
  static byte[] bytes(Map<Long, ScanRest> rests) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(new DataOutputStream(bytes), rests);
    return bytes.toByteArray();
  }

  /** Returns the rest of a ticket in such bytes. */
  static Optional<ScanRest> find(byte[] bytes, long ticket) throws IOException {
    return find(new DataInputStream(new ByteArrayInputStream(bytes)), ticket);
  }

  /** Returns the rest of a ticket; empty if the file has none. */
  static Optional<ScanRest> find(DataInputStream in, long ticket) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      long found = in.readLong();
      ScanRest rest = read(in);
      if (found == ticket) {
        return Optional.of(rest);
      }
    }
    return Optional.empty();
  }

  private static ScanRest read(DataInputStream in) throws IOException {
    String user = in.readUTF();
    KeyRange within = KeyRange.of(bytes(in), bytes(in));
    boolean complete = in.readBoolean();
    byte[] last = bytes(in);
    List<Result> rows = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      rows.add(ProtobufUtil.toResult(ClientProtos.Result.parseDelimitedFrom(in)));
    }
    return new ScanRest(user, within, rows, complete ? Optional.of(last) : Optional.empty());
  }

  private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }
}
