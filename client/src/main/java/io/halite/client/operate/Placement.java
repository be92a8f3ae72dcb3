package io.halite.client.operate;

import io.halite.keys.KeyBytes;
import io.halite.keys.Salt;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Where one natural key is served and stored.
 *
 * <p>Immutable.
 */
public final class Placement {
  private final Salt salt;
  private final byte[] natural;
  private final HRegionLocation gateway;
  private final List<Owner> owners;
  private final boolean exists;

  Placement(
      Salt salt, byte[] natural, HRegionLocation gateway, List<Owner> owners, boolean exists) {
    this.salt = salt;
    this.natural = natural.clone();
    this.gateway = gateway;
    this.owners = List.copyOf(owners);
    this.exists = exists;
  }

  /**
   * A place where the key may be stored; there is only one unless the salt is a multi-place salt.
   */
  public static final class Owner {
    private final byte[] storedKey;
    private final HRegionLocation region;

    Owner(byte[] storedKey, HRegionLocation region) {
      this.storedKey = storedKey.clone();
      this.region = region;
    }

    /** The stored key. */
    public byte[] storedKey() {
      return storedKey.clone();
    }

    /** The region that covers it. */
    public HRegionLocation region() {
      return region;
    }
  }

  /** The region to which clients send requests for the key. */
  public HRegionLocation gateway() {
    return gateway;
  }

  /** The places where the key may be stored; none if the key does not fit the table's layout. */
  public List<Owner> owners() {
    return owners;
  }

  /** Whether the table has a row with this key. */
  public boolean exists() {
    return exists;
  }

  /**
   * Lines of text: the key, its gateway, and each stored key with its bucket or suffix, and owner.
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "natural key  %s  (%s), %s"
            .formatted(
                KeyBytes.readable(natural),
                Bytes.toStringBinary(natural),
                exists ? "there is such a row" : "no such row"));
    lines.add("gateway      " + text(gateway));
    if (owners.isEmpty()) {
      lines.add("stored key   none: the key does not fit the table's layout");
    }
    for (Owner owner : owners) {
      int border = salt.isPrefix() ? salt.prefixWidth() : natural.length;
      lines.add(
          "stored key   %s, %s"
              .formatted(KeyBytes.readable(owner.storedKey, border), bucket(owner.storedKey)));
      lines.add("owner        " + text(owner.region));
    }
    return lines;
  }

  /** The salt of one of many places or buckets, or of a digest that is too long for buckets. */
  private String bucket(byte[] storedKey) {
    String text = salt.saltText(storedKey);
    if (text.isEmpty()) {
      return "bucket none";
    }
    if (!salt.isPrefix()) {
      return "suffix " + text;
    }
    return (salt.keepsNaturalOrder() ? "bucket " : "salt ") + text;
  }

  private static String text(HRegionLocation location) {
    RegionInfo region = location.getRegion();
    return "region %s of %s to %s, on %s"
        .formatted(
            region.getEncodedName(),
            KeyBytes.readable(region.getStartKey()),
            KeyBytes.readable(region.getEndKey()),
            location.getServerName());
  }
}
