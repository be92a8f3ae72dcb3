package io.halite.coprocessor.gateway;

import java.nio.charset.StandardCharsets;
import org.apache.hbase.thirdparty.com.google.common.hash.Hasher;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/**
 * A SHA-256 over values of many kinds; bytes and text stand behind their lengths, so that no two
 * lists of them are alike. Not thread-safe.
 */
final class Digest {
  private final Hasher hasher = Hashing.sha256().newHasher();

  Digest add(long number) {
    hasher.putLong(number);
    return this;
  }

  Digest add(int number) {
    hasher.putInt(number);
    return this;
  }

  Digest add(boolean flag) {
    hasher.putBoolean(flag);
    return this;
  }

  Digest add(byte[] bytes) {
    hasher.putInt(bytes.length).putBytes(bytes);
    return this;
  }

  Digest add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest's 32 bytes; nothing can be added afterwards. */
  byte[] bytes() {
    return hasher.hash().asBytes();
  }
}
