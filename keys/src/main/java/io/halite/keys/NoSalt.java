package io.halite.keys;

import java.util.List;

/** {@code none}: the stored key is the natural key, which still has to fit its layout. */
final class NoSalt implements Salt {
  private final KeyLayout layout;

  NoSalt(KeyLayout layout) {
    this.layout = layout;
  }

  @Override
  public int prefixWidth() {
    return 0;
  }

  @Override
  public boolean keepsNaturalOrder() {
    return true;
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    verify(naturalKey, 0, naturalKey.length);
    return naturalKey.clone();
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    if (storedKey.length == 0) {
      throw RowKeyException.empty();
    }
    return storedKey.clone();
  }

  @Override
  public List<byte[]> places(byte[] naturalKey) {
    boolean storable =
        naturalKey.length <= KeyBytes.MAX_STORED_LENGTH && layout.accepts(naturalKey);
    return storable ? List.of(naturalKey.clone()) : List.of();
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    return natural.isEmpty() ? List.of() : List.of(natural);
  }

  @Override
  public List<byte[]> prefixes() {
    return List.of(new byte[0]);
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    if (prefix.length != 0) {
      throw new IllegalArgumentException(
          "prefix " + KeyBytes.readable(prefix) + " is not one of salt 'none', which has none");
    }
    return natural;
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    if (length > KeyBytes.MAX_STORED_LENGTH) {
      throw RowKeyException.tooLong(length, KeyBytes.MAX_STORED_LENGTH, 0);
    }
    layout.check(array, offset, length);
  }

  @Override
  public List<byte[]> splitPoints() {
    return List.of();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NoSalt that && layout.equals(that.layout);
  }

  @Override
  public int hashCode() {
    return layout.hashCode();
  }

  @Override
  public String toString() {
    return "none";
  }
}
