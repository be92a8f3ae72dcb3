package io.halite.coprocessor.gateway;

import io.halite.keys.KeyRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hbase.thirdparty.com.google.protobuf.CodedInputStream;

/**
 * The bytes of {@link ScanRest}s in a file: for each its ticket, selection, user, range, last row
 * and rows. Stateless.
 */
final class RestFile {
  /**
   * Versions of Halite that know no selections write the number of rests here. They find nothing in
   * a file that begins with a number below 0, and nothing is found in theirs.
   */
  private static final int WITH_SELECTIONS = -1;

  private RestFile() {}

  static void write(DataOutputStream out, Map<Long, ScanRest> rests) throws IOException {
    out.writeInt(WITH_SELECTIONS);
    out.writeInt(rests.size());
    for (Map.Entry<Long, ScanRest> entry : rests.entrySet()) {
      ScanRest rest = entry.getValue();
      out.writeLong(entry.getKey());
      out.writeLong(rest.selection().high());
      out.writeLong(rest.selection().low());
      out.writeUTF(rest.user());
      writeBytes(out, rest.within().start());
      writeBytes(out, rest.within().stop());
      out.writeBoolean(rest.last().isPresent());
      writeBytes(out, rest.last().orElse(new byte[0]));
      out.writeInt(rest.rows().size());
      for (Result row : rest.rows()) {
        ProtobufUtil.toResult(row).writeDelimitedTo(out);
      }
    }
  }

  /** The same bytes without a file, for what asks for a rest while its region is open. */
  static byte[] toBytes(Map<Long, ScanRest> rests) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    write(new DataOutputStream(bytes), rests);
    return bytes.toByteArray();
  }

  /** Has room in memory for the rows that are read. */
  interface Room {
    /**
     * Holds so many bytes more.
     *
     * @throws IOException if there is none
     */
    void hold(long bytes) throws IOException;
  }

  /** Returns the rest of a ticket in such bytes. */
  static Optional<ScanRest> find(byte[] bytes, long ticket, Room room) throws IOException {
    return find(new DataInputStream(new ByteArrayInputStream(bytes)), ticket, room);
  }

  /**
   * Returns the rest of a ticket; empty if the file has none. Passes over the rows of others, which
   * may have 64 MiB, without reading them.
   *
   * @param room is asked before each row of the rest is read
   */
  static Optional<ScanRest> find(DataInputStream in, long ticket, Room room) throws IOException {
    if (in.readInt() != WITH_SELECTIONS) {
      return Optional.empty();
    }
    for (int left = in.readInt(); left > 0; left--) {
      if (in.readLong() == ticket) {
        return Optional.of(read(in, room));
      }
      passOver(in);
    }
    return Optional.empty();
  }

  private static void passOver(DataInputStream in) throws IOException {
    in.skipNBytes(2 * Long.BYTES);
    in.skipNBytes(in.readUnsignedShort());
    in.skipNBytes(length(in));
    in.skipNBytes(length(in));
    in.skipNBytes(1);
    in.skipNBytes(length(in));
    for (int left = in.readInt(); left > 0; left--) {
      in.skipNBytes(lengthOfRow(in));
    }
  }

  private static ScanRest read(DataInputStream in, Room room) throws IOException {
    ScanSelection selection = new ScanSelection(in.readLong(), in.readLong());
    String user = in.readUTF();
    KeyRange within = KeyRange.of(readBytes(in), readBytes(in));
    boolean complete = in.readBoolean();
    byte[] last = readBytes(in);
    List<Result> rows = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int length = lengthOfRow(in);
      room.hold(length);
      rows.add(ProtobufUtil.toResult(ClientProtos.Result.parseFrom(readBytes(in, length))));
    }
    return new ScanRest(
        user, selection, within, rows, complete ? Optional.of(last) : Optional.empty());
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return readBytes(in, length(in));
  }

  private static byte[] readBytes(DataInputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  private static int length(DataInputStream in) throws IOException {
    return checked(in.readInt());
  }

  private static int lengthOfRow(DataInputStream in) throws IOException {
    return checked(CodedInputStream.readRawVarint32(in.readUnsignedByte(), in));
  }

  /** Other bytes than {@link #write} has written may have a length below 0. */
  private static int checked(int length) throws IOException {
    if (length < 0) {
      throw new StreamCorruptedException();
    }
    return length;
  }
}
