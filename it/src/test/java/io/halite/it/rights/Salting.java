package io.halite.it.rights;

import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** The salts of the matrix, one of each kind. Where there can be an index, there is one. */
enum Salting {
  HASH("hash(*) % 4", true),
  NONE("none", false),
  RANDOM("random % 4", true),
  MD5("md5(*)[0:2]", false);

  private final String salt;
  private final boolean indexed;

  Salting(String salt, boolean indexed) {
    this.salt = salt;
    this.indexed = indexed;
  }

  /** The arguments of the table's attribute. */
  String line() {
    return "key=unit:6 ts:8:revtime number:1 tie:*,salt="
        + salt
        + (indexed ? ",index=byX(f:x)" : "");
  }

  SaltingSpec spec() {
    return SaltingSpec.parse(line());
  }

  boolean isIndexed() {
    return indexed;
  }

  /** Whether only gateways may send marked writes. */
  boolean needsGateways() {
    return indexed || this == RANDOM;
  }

  /** Whether natural requests are forwarded at all. */
  boolean forwards() {
    return this != NONE;
  }

  /** The last region is the gateway of all natural keys, which begin with {@code u}. */
  List<byte[]> splits() {
    List<byte[]> splits = new ArrayList<>();
    switch (this) {
      case HASH, RANDOM -> {
        for (byte bucket = 1; bucket < 4; bucket++) {
          splits.add(new byte[] {bucket});
        }
        splits.add(Bytes.toBytes("g"));
      }
      case MD5 -> {
        for (String digit : List.of("4", "8", "c", "g")) {
          splits.add(Bytes.toBytes(digit));
        }
      }
      case NONE -> {}
    }
    return splits;
  }
}
