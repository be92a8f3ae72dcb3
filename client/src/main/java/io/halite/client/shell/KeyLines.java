package io.halite.client.shell;

import io.halite.keys.KeyBytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Natural keys from a text, one in a line: bytes as written, and {@code \xNN} for any byte, as
 * HBase's shell prints them. {@code u1\x00} is {@code 75 31 00}.
 *
 * <p>It holds one line in memory. Not thread-safe.
 */
final class KeyLines {
  private static final int LONGEST_KEY = KeyBytes.MAX_STORED_LENGTH - 1;

  /** Of {@code \xNN} alone. */
  private static final int LONGEST_LINE = 4 * LONGEST_KEY;

  private final InputStream in;
  private long number;

  KeyLines(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The number of the line that was read last, from 1. */
  long number() {
    return number;
  }

  /**
   * The next key; empty at the end.
   *
   * @throws IllegalArgumentException if the line is not a key
   */
  Optional<byte[]> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int one = in.read();
    if (one < 0) {
      return Optional.empty();
    }
    number++;
    for (; one >= 0 && one != '\n'; one = in.read()) {
      line.write(one);
      if (line.size() > LONGEST_LINE) {
        throw tooLong();
      }
    }
    byte[] text = line.toByteArray();
    boolean returns = text.length > 0 && text[text.length - 1] == '\r';
    byte[] key = key(text, text.length - (returns ? 1 : 0));
    if (key.length == 0) {
      throw new IllegalArgumentException(
          "line " + number + " is empty: a row key has at least one byte; take the line out");
    }
    if (key.length > LONGEST_KEY) {
      throw tooLong();
    }
    return Optional.of(key);
  }

  private IllegalArgumentException tooLong() {
    return new IllegalArgumentException(
        "line "
            + number
            + " is too long for a row key: at most "
            + LONGEST_KEY
            + " bytes expected; give one key in a line");
  }

  private byte[] key(byte[] text, int length) {
    ByteArrayOutputStream key = new ByteArrayOutputStream(length);
    for (int i = 0; i < length; i++) {
      boolean escape = text[i] == '\\' && i + 1 < length && text[i + 1] == 'x';
      if (!escape) {
        key.write(text[i]);
        continue;
      }
      int high = i + 2 < length ? Character.digit(text[i + 2], 16) : -1;
      int low = i + 3 < length ? Character.digit(text[i + 3], 16) : -1;
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException(
            "line "
                + number
                + ": \\x at offset "
                + i
                + " is not followed by two hex digits; write \\x5Cx for a backslash and an x");
      }
      key.write(high << 4 | low);
      i += 3;
    }
    return key.toByteArray();
  }
}
