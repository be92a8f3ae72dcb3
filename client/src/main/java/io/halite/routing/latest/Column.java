package io.halite.routing.latest;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A column, or a whole family; prints as {@code f:delay} or {@code f}.
 *
 * <p>Immutable; arrays are copied in and out.
 */
public final class Column {
  private static final int MAX_FAMILY_BYTES = Byte.MAX_VALUE;

  private final byte[] family;
  private final Optional<byte[]> qualifier;

  private Column(byte[] family, Optional<byte[]> qualifier) {
    if (family.length == 0 || family.length > MAX_FAMILY_BYTES) {
      throw new LatestException(
          "column family", Bytes.toStringBinary(family), "it must have 1 to 127 bytes");
    }
    if (qualifier.isPresent() && qualifier.get().length > Short.MAX_VALUE) {
      throw new LatestException(
          "qualifier of a column",
          qualifier.get().length + " bytes",
          "a query for newest rows takes at most 32767 bytes",
          "name a shorter column, or read the row with a get");
    }
    this.family = family.clone();
    this.qualifier = qualifier.map(byte[]::clone);
  }

  /** A whole family. */
  public static Column family(byte[] family) {
    return new Column(family, Optional.empty());
  }

  /** One column. */
  public static Column of(byte[] family, byte[] qualifier) {
    return new Column(family, Optional.of(qualifier));
  }

  /** Parses {@code f} or {@code f:q}; what follows the first colon is the qualifier. */
  public static Column parse(String text) {
    return parse(Bytes.toBytes(text));
  }

  /** Parses the bytes of {@code f} or {@code f:q}; a qualifier may have any bytes. */
  public static Column parse(byte[] name) {
    for (int i = 0; i < name.length; i++) {
      if (name[i] == ':') {
        return of(Arrays.copyOf(name, i), Arrays.copyOfRange(name, i + 1, name.length));
      }
    }
    return family(name);
  }

  /** The family's name. */
  public byte[] family() {
    return family.clone();
  }

  /** Whether this is a whole family. */
  public boolean isFamily() {
    return qualifier.isEmpty();
  }

  /**
   * The qualifier of a column.
   *
   * @throws java.util.NoSuchElementException if this is a whole family
   */
  public byte[] qualifier() {
    return qualifier.orElseThrow().clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Column that
        && Arrays.equals(family, that.family)
        && Arrays.equals(qualifier.orElse(null), that.qualifier.orElse(null));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(family) + Arrays.hashCode(qualifier.orElse(null));
  }

  @Override
  public String toString() {
    String name = Bytes.toStringBinary(family);
    return qualifier.map(rest -> name + ":" + Bytes.toStringBinary(rest)).orElse(name);
  }
}
