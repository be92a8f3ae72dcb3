package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.Nonce;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of applied operations in a file: the format version {@code 01}, their number in 4
 * bytes, then for each 32 bytes, which are group and number of its nonce, its sequence id and its
 * time. All are big-endian. Stateless.
 */
final class NonceFile {
  private static final byte VERSION = 1;

  private NonceFile() {}

  /**
   * An increment or append that a region has applied.
   *
   * @param sequenceId at which it was applied
   * @param millis when it was applied
   */
  record Applied(Nonce nonce, long sequenceId, long millis) {}

  static void write(DataOutputStream out, List<Applied> operations) throws IOException {
    out.writeByte(VERSION);
    out.writeInt(operations.size());
    for (Applied operation : operations) {
      out.writeLong(operation.nonce().group());
      out.writeLong(operation.nonce().number());
      out.writeLong(operation.sequenceId());
      out.writeLong(operation.millis());
    }
  }

  static List<Applied> read(DataInputStream in) throws IOException {
    byte version = in.readByte();
    if (version != VERSION) {
      throw new IOException(
          "a file of applied operations has format "
              + version
              + ", and this version of Halite reads format "
              + VERSION);
    }
    List<Applied> operations = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Nonce nonce = new Nonce(in.readLong(), in.readLong());
      operations.add(new Applied(nonce, in.readLong(), in.readLong()));
    }
    return operations;
  }
}
