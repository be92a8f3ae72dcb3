package io.halite.coprocessor.replication;

import io.halite.keys.SaltingSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What an owner region writes to the WAL with each edit that is to be replicated: the spec of the
 * stored keys in it, and the families that are replicated.
 *
 * <p>It stands in an extended attribute of the WAL key, in place of HBase's replication scopes, so
 * that only Halite's endpoint replicates the edit. Its bytes are a version, {@code 01}, the spec as
 * {@link DataOutputStream#writeUTF} writes it, the number of families (1 byte), and each family
 * after its length (1 byte). For {@code key=row:*,salt=none} and family {@code f} they are {@code
 * 01·00 13·6B 65 79 …·01·01 66}. Immutable and thread-safe.
 *
 * @param spec the spec under which the rows of the edit are stored
 * @param scopes the replicated families, each with HBase's number for "replicated"
 */
record StoredEdit(SaltingSpec spec, NavigableMap<byte[], Integer> scopes) {
  /** The name of the attribute. */
  static final String ATTRIBUTE = "halite";

  private static final int VERSION = 1;
  private static final int MOST_FAMILIES = 255;

  /** An edit of at most 255 replicated families. */
  StoredEdit {
    if (scopes.size() > MOST_FAMILIES) {
      throw new IllegalArgumentException(
          "%d families are replicated, and an edit of the WAL can name %d: set REPLICATION_SCOPE =>"
                  .formatted(scopes.size(), MOST_FAMILIES)
              + " 0 for the others");
    }
  }

  /** The bytes of the attribute. */
  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeUTF(spec.toString());
      out.writeByte(scopes.size());
      for (byte[] family : scopes.keySet()) {
        out.writeByte(family.length);
        out.write(family);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the spec has more bytes than an edit of the WAL can name: shorten its layout", e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads the bytes of the attribute.
   *
   * @throws IOException if they are of another version, or are cut
   * @throws IllegalArgumentException if the spec is none that this version knows
   */
  static StoredEdit parse(byte[] attribute) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(attribute))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IOException(
            "an edit of the WAL has attribute '"
                + ATTRIBUTE
                + "' of version "
                + version
                + ", and this server reads version "
                + VERSION
                + ": put the newer version of Halite on all servers of this cluster");
      }
      SaltingSpec spec = SaltingSpec.parse(in.readUTF());
      NavigableMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
      for (int left = in.readUnsignedByte(); left > 0; left--) {
        byte[] family = new byte[in.readUnsignedByte()];
        in.readFully(family);
        scopes.put(family, HConstants.REPLICATION_SCOPE_GLOBAL);
      }
      return new StoredEdit(spec, scopes);
    }
  }
}
