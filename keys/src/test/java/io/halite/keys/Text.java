package io.halite.keys;

import java.nio.charset.StandardCharsets;

/** Keys written as text in tests. */
final class Text {
  private Text() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static byte[] hex(String readable) {
    return KeyBytes.parseReadable(readable);
  }

  static Salt salt(String arguments) {
    return SaltingSpec.parse(arguments).salt();
  }
}
