package io.halite.keys;

import java.util.List;

/** {@code none}: the stored key is the natural key, which still has to fit its layout. */
final class NoSalt extends BoundSalt {

  NoSalt(KeyLayout layout) {
    super(layout);
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    requireStorable(naturalKey);
    return naturalKey.clone();
  }

  @Override
  public List<KeyRange> images(KeyRange natural) {
    KeyRange storable = natural.storable();
    return storable.isEmpty() ? List.of() : List.of(storable);
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    if (prefix.length != 0) {
      throw noPrefix(prefix);
    }
    return natural.storable();
  }

  @Override
  public void verify(byte[] array, int offset, int length) {
    verifyInPlace(array, offset, length);
  }

  @Override
  public String toString() {
    return "none";
  }
}
