package io.halite.coprocessor.host;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.hadoop.hbase.codec.KeyValueCodec.ByteBuffKeyValueDecoder;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * How many cells of a request HBase has not read yet.
 *
 * <p>The cells of all mutations lie in one block beside the message, each behind its length in 4
 * bytes. HBase reads those of a mutation just before it serves it, and passes over those of one
 * that it refuses. So this number says which mutation of a multi request it serves. Stateless.
 */
final class CellsAhead {
  private static final Field BLOCK = block();

  private CellsAhead() {}

  /** Their number; empty if the cells are not in such a block. */
  static Optional<Integer> of(RpcCall call) {
    return call.getCellScanner() instanceof ByteBuffKeyValueDecoder decoder
        ? count(rest(decoder))
        : Optional.empty();
  }

  private static Optional<Integer> count(ByteBuff rest) {
    int cells = 0;
    for (; rest.hasRemaining(); cells++) {
      int length = rest.remaining() < Integer.BYTES ? -1 : rest.getInt();
      if (length < 0 || length > rest.remaining()) {
        return Optional.empty();
      }
      rest.skip(length);
    }
    return Optional.of(cells);
  }

  private static ByteBuff rest(ByteBuffKeyValueDecoder decoder) {
    try {
      return ((ByteBuff) BLOCK.get(decoder)).duplicate();
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("ByteBuffKeyValueDecoder.buf cannot be read", e);
    }
  }

  private static Field block() {
    try {
      Field field = ByteBuffKeyValueDecoder.class.getDeclaredField("buf");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw HostMethod.missing("ByteBuffKeyValueDecoder.buf", e);
    }
  }
}
