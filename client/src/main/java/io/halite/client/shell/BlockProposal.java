package io.halite.client.shell;

import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks the families of a new table have. For a layout with a segment of type revtime {@code
 * ROW_INDEX_V1}: a query for newest rows jumps into the middle of blocks, and HBase searches blocks
 * of this encoding, where it reads others from their first cell. Immutable.
 *
 * @param encoding the encoding; empty to leave what HBase does by itself
 * @param why the reason, for the user; empty if the user chose
 */
record BlockProposal(Optional<DataBlockEncoding> encoding, Optional<String> why) {
  private static final DataBlockEncoding SEARCHED = DataBlockEncoding.ROW_INDEX_V1;

  /**
   * Proposes an encoding.
   *
   * @param chosen what the user chose, {@code NONE}; null for no choice
   * @throws IllegalArgumentException if HBase has no encoding of that name
   */
  static BlockProposal of(SaltingSpec spec, @Nullable String chosen) {
    if (chosen != null) {
      DataBlockEncoding encoding =
          Arrays.stream(DataBlockEncoding.values())
              .filter(each -> each.name().equals(chosen))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "DATA_BLOCK_ENCODING '%s': it must be one of %s"
                              .formatted(chosen, Arrays.toString(DataBlockEncoding.values()))));
      return new BlockProposal(Optional.of(encoding), Optional.empty());
    }
    return spec.layout().segments().stream()
        .filter(segment -> segment.type().isNewestFirst())
        .findFirst()
        .map(BlockProposal::searched)
        .orElseGet(() -> new BlockProposal(Optional.empty(), Optional.empty()));
  }

  private static BlockProposal searched(Segment time) {
    return new BlockProposal(
        Optional.of(SEARCHED),
        Optional.of(
            "DATA_BLOCK_ENCODING => '%s' is set: segment %s puts newest rows first, and HBase"
                    .formatted(SEARCHED, time.name())
                + " searches such blocks when a query jumps to them, where it reads others cell by"
                + " cell. Give DATA_BLOCK_ENCODING => 'NONE' for blocks without it."));
  }
}
