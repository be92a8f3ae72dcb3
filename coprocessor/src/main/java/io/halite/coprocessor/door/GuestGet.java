package io.halite.coprocessor.door;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.routing.host.RequestedMetrics;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * How a get of a natural row reaches the observer of a guest region, which need not cover the row.
 *
 * <p>HBase compares the row of a get with the borders of its region before it calls an observer. So
 * the door gives the get a row of the guest region and puts the natural row into an attribute: in
 * the guest region from {@code 42} on, the get of {@code 41 54 4C} becomes one of {@code 42} with
 * the attribute {@code halite.door} = {@code 41 54 4C}. Only a request that the server's own door
 * has changed is read this way, so a client gains nothing by the attribute.
 */
public final class GuestGet {
  static final String ATTRIBUTE = "halite.door";

  private GuestGet() {}

  /** The get as it travels. */
  static ClientProtos.Get carried(ClientProtos.Get natural, ByteString guestRow) {
    return unforgedCopy(natural)
        .setRow(guestRow)
        .addAttribute(
            NameBytesPair.newBuilder().setName(ATTRIBUTE).setValue(natural.getRow()).build())
        .build();
  }

  /** The get without the attribute, in case that its client has set it. */
  static ClientProtos.Get unforged(ClientProtos.Get natural) {
    return unforgedCopy(natural).build();
  }

  private static ClientProtos.Get.Builder unforgedCopy(ClientProtos.Get natural) {
    ClientProtos.Get.Builder unforged = natural.toBuilder().clearAttribute();
    natural.getAttributeList().stream()
        .filter(attribute -> !attribute.getName().equals(ATTRIBUTE))
        .forEach(unforged::addAttribute);
    return unforged;
  }

  /**
   * The get that the client sent, of the one that HBase gives to a hook.
   *
   * @throws DoNotRetryIOException if the client's row is empty or too long for a row key, which
   *     HBase could not see, since it checked the guest region's row
   */
  public static Get natural(Get get) throws IOException {
    byte[] row = get.getAttribute(ATTRIBUTE);
    if (row == null || !ClientRequest.current().isGuest()) {
      return get;
    }
    if (row.length == 0 || row.length > HConstants.MAX_ROW_LENGTH) {
      throw new DoNotRetryIOException(
          "a get of a row of %d bytes: rows have 1 to %d bytes; give the get such a row"
              .formatted(row.length, HConstants.MAX_ROW_LENGTH));
    }
    Get natural = StoredReads.like(row, get);
    RequestedMetrics.copy(get, natural);
    natural.setAttribute(ATTRIBUTE, null);
    return natural;
  }
}
