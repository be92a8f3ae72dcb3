package io.halite.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code md5(a)[0:4]}: a slice of the hexadecimal MD5 of segments, then the natural key.
 *
 * <pre>
 * salt=md5(*)[28:32]              1364248490   ffe5·1364248490   the digest ends in …ffe5
 * key=id:*,salt=MD5(id)[0:32]:    1231231      8D4646EB2D7067126EB08ADB0672F7BB:·1231231
 * </pre>
 *
 * <p>{@code md5} writes lower-case letters, {@code MD5} upper-case ones. Punctuation after the
 * slice is written between the digits and the natural key. A slice of one or two digits makes 16 or
 * 256 buckets, which are merged like any others; a longer one scatters the keys. The digest is that
 * of RFC 1321. Immutable and thread-safe.
 */
final class DigestSalt extends BoundSalt {
  private static final int MOST_DIGITS_OF_BUCKETS = 2;
  private static final int BITS_OF_DIGIT = 4;

  private final HashedSegments hashed;
  private final int from;
  private final int to;
  private final byte[] separator;
  private final byte[] digits;
  private final String text;

  /** The slice {@code from} to {@code to} of 32 digits, and the separator after it. */
  DigestSalt(
      KeyLayout layout, HashedSegments hashed, boolean capitals, int[] slice, String separator) {
    super(layout);
    this.hashed = hashed;
    this.from = slice[0];
    this.to = slice[1];
    this.separator = separator.getBytes(StandardCharsets.US_ASCII);
    String alphabet = capitals ? "0123456789ABCDEF" : "0123456789abcdef";
    this.digits = alphabet.getBytes(StandardCharsets.US_ASCII);
    String name = capitals ? "MD5" : "md5";
    this.text = name + "(" + hashed + ")[" + from + ":" + to + "]" + separator;
  }

  @Override
  public int prefixWidth() {
    return to - from + separator.length;
  }

  @Override
  public int bits() {
    return (to - from) * BITS_OF_DIGIT;
  }

  @Override
  public boolean keepsNaturalOrder() {
    return to - from <= MOST_DIGITS_OF_BUCKETS;
  }

  @Override
  public boolean keepsNaturalOrder(KeyRange natural) {
    if (keepsNaturalOrder()) {
      return true;
    }
    return CommonPrefix.of(natural, layout().minimumLength()).map(hashed::fixedBy).orElse(true);
  }

  @Override
  public List<String> scatteringSegments() {
    return keepsNaturalOrder() ? List.of() : hashed.names();
  }

  @Override
  public List<String> hashedSegments() {
    return hashed.names();
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    requireStorable(naturalKey);
    return KeyBytes.concat(prefix(naturalKey, 0, naturalKey.length), naturalKey);
  }

  @Override
  public String saltText(byte[] storedKey) {
    return new String(storedKey, 0, prefixWidth(), StandardCharsets.US_ASCII);
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    return common(natural).map(common -> images(natural, common)).orElse(List.of());
  }

  private List<KeyRange> images(KeyRange natural, CommonPrefix common) {
    if (hashed.fixedBy(common)) {
      return List.of(behind(prefix(common.bytes(), 0, common.length()), natural));
    }
    return prefixes().stream().map(prefix -> behind(prefix, natural)).toList();
  }

  @Override
  public List<byte[]> prefixes() {
    if (!keepsNaturalOrder()) {
      return super.prefixes();
    }
    List<byte[]> prefixes = new ArrayList<>();
    for (byte first : digits) {
      if (to - from == 1) {
        prefixes.add(KeyBytes.concat(new byte[] {first}, separator));
        continue;
      }
      for (byte second : digits) {
        prefixes.add(KeyBytes.concat(new byte[] {first, second}, separator));
      }
    }
    return prefixes;
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    if (prefixes().stream().noneMatch(one -> Arrays.equals(one, prefix))) {
      throw noPrefix(prefix);
    }
    return behind(prefix, natural);
  }

  /** The image behind a prefix; behind the empty prefix it is the range of all keys. */
  private static KeyRange behind(byte[] prefix, KeyRange natural) {
    return prefix.length == 0 ? KeyRange.all() : natural.behind(prefix);
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    int width = prefixWidth();
    verifyNatural(array, offset, length);
    byte[] expected = prefix(array, offset + width, length - width);
    if (!Arrays.equals(array, offset, offset + width, expected, 0, width)) {
      byte[] given = Arrays.copyOfRange(array, offset, offset + width);
      throw RowKeyException.wrongSalt(
          KeyBytes.readable(array, offset, length, width),
          given,
          expected,
          KeyBytes.readable(array, offset + width, length - width, 0),
          this);
    }
  }

  /** The salt of a natural key, or of the beginning of a key that holds all hashed segments. */
  private byte[] prefix(byte[] array, int offset, int length) {
    MessageDigest md5 = md5();
    hashed.update(md5, array, offset, length);
    byte[] digest = md5.digest();
    byte[] prefix = new byte[prefixWidth()];
    for (int i = from; i < to; i++) {
      int nibbles = digest[i >> 1] & 0xFF;
      prefix[i - from] = digits[(i & 1) == 0 ? nibbles >> 4 : nibbles & 0xF];
    }
    System.arraycopy(separator, 0, prefix, to - from, separator.length);
    return prefix;
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has MD5", missing);
    }
  }

  /** Returns the numbers that stored keys begin with. */
  DigitSpace beginnings() {
    return DigitSpace.of(new String(digits, StandardCharsets.US_ASCII), to - from);
  }

  @Override
  public String toString() {
    return text;
  }
}
