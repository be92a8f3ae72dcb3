package io.halite.coprocessor.host;

import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.hadoop.hbase.codec.KeyValueCodec.ByteBuffKeyValueDecoder;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * How many cells of one request HBase has not read yet.
 *
 * <p>The cells of all mutations lie in one block beside the message, each behind its length in 4
 * bytes. HBase reads those of a mutation just before it serves it, and passes over those of one
 * that it refuses. So this number says which mutation of a multi request it serves.
 *
 * <p>However often it is asked for, the block is walked through twice at most. For the thread that
 * serves the request.
 */
final class CellsAhead {
  private static final Field BLOCK = block();

  private final Optional<RpcCall> call;
  private Optional<Rest> rest = Optional.empty();

  CellsAhead(Optional<RpcCall> call) {
    this.call = call;
  }

  /** Whether the cells are in such a block. */
  boolean areThere() {
    return decoder().isPresent();
  }

  /** Their number; empty if the cells are not in such a block. */
  Optional<Integer> count() {
    return decoder().flatMap(decoder -> count(blockOf(decoder)));
  }

  private Optional<ByteBuffKeyValueDecoder> decoder() {
    return call.map(RpcCall::getCellScanner)
        .filter(ByteBuffKeyValueDecoder.class::isInstance)
        .map(ByteBuffKeyValueDecoder.class::cast);
  }

  private Optional<Integer> count(ByteBuff block) {
    if (rest.isEmpty()) {
      rest = Optional.of(new Rest(block));
    }
    return rest.get().when(block.remaining());
  }

  /** What HBase had not read when it was last asked for. */
  private static final class Rest {
    private final ByteBuff unread;
    private int bytes;
    private int cells;

    Rest(ByteBuff block) {
      unread = block.duplicate();
      bytes = block.remaining();
      ByteBuff all = block.duplicate();
      int left = bytes;
      for (int cell = skip(all, left); cell > 0; cell = skip(all, left)) {
        left -= cell;
        cells++;
      }
      if (left > 0) {
        bytes = -1;
      }
    }

    /** The cells in the last so many bytes of the block; empty if these do not begin with one. */
    Optional<Integer> when(int bytesNow) {
      while (bytes > bytesNow) {
        bytes -= skip(unread, bytes);
        cells--;
      }
      return bytes == bytesNow ? Optional.of(cells) : Optional.empty();
    }

    /** Passes over a cell; returns its bytes, or 0 if there is none. */
    private static int skip(ByteBuff block, int left) {
      int length = left < Integer.BYTES ? -1 : block.getInt();
      if (length < 0 || length > left - Integer.BYTES) {
        return 0;
      }
      block.skip(length);
      return Integer.BYTES + length;
    }
  }

  private static ByteBuff blockOf(ByteBuffKeyValueDecoder decoder) {
    try {
      return (ByteBuff) BLOCK.get(decoder);
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
