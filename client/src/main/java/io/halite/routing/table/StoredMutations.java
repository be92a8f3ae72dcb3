package io.halite.routing.table;

import io.halite.filters.cell.CopiedCell;
import io.halite.routing.host.RequestedMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Copies mutations from a natural key to its stored key.
 *
 * <p>A copy has the stored key as its row, cells of that row with the same family, qualifier,
 * timestamp, type, value and tags, and every attribute, the durability and the priority of the
 * original but an {@link OperationNumber}; and it carries the mark. {@code LATEST_TIMESTAMP} stays
 * as it is: the owner region replaces it under its row lock.
 *
 * <p>A {@code Put} of {@code 41 54 4C} with one cell becomes a {@code Put} of {@code 03·41 54 4C}
 * with one cell.
 *
 * <p>Immutable and thread-safe.
 */
public final class StoredMutations {
  private final Mark mark;

  /** Copies that carry {@code mark}. */
  public StoredMutations(Mark mark) {
    this.mark = mark;
  }

  /**
   * A copy of one mutation under the stored key.
   *
   * @throws IllegalArgumentException if the mutation is of a kind that HBase 2.6 does not have
   */
  public Mutation copy(byte[] storedKey, Mutation natural) {
    if (natural instanceof Put put) {
      return copy(storedKey, put);
    }
    if (natural instanceof Delete delete) {
      return copy(storedKey, delete);
    }
    if (natural instanceof Increment increment) {
      return copy(storedKey, increment);
    }
    if (natural instanceof Append append) {
      return copy(storedKey, append);
    }
    throw new IllegalArgumentException(
        "mutation " + natural.getClass().getName() + " is not a put, delete, increment or append");
  }

  /** The way back: a copy of a stored mutation under its natural key, without the mark. */
  public Mutation natural(byte[] naturalKey, Mutation stored) {
    Mutation natural = copy(naturalKey, stored);
    natural.setAttribute(Mark.ATTRIBUTE, null);
    return natural;
  }

  /** A copy of all mutations of one row, which are applied atomically. */
  public RowMutations copy(byte[] storedKey, List<? extends Mutation> natural) throws IOException {
    RowMutations stored = new RowMutations(storedKey, natural.size());
    for (Mutation mutation : natural) {
      stored.add(copy(storedKey, mutation));
    }
    return stored;
  }

  /** A copy of a conditional mutation: the same condition and action, on the stored key. */
  public CheckAndMutate copy(byte[] storedKey, CheckAndMutate natural) throws IOException {
    Row action = natural.getAction();
    return Conditions.build(
        condition(storedKey, natural),
        action instanceof RowMutations mutations
            ? copy(storedKey, mutations.getMutations())
            : copy(storedKey, (Mutation) action));
  }

  private static CheckAndMutate.Builder condition(byte[] storedKey, CheckAndMutate natural) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(storedKey);
    if (natural.hasFilter()) {
      builder.ifMatches(natural.getFilter());
    } else {
      builder.ifMatches(
          natural.getFamily(), natural.getQualifier(), natural.getCompareOp(), natural.getValue());
    }
    return RequestedMetrics.copy(natural, builder.timeRange(natural.getTimeRange()));
  }

  private Put copy(byte[] storedKey, Put natural) {
    return finish(natural, new Put(storedKey, natural.getTimestamp(), cells(storedKey, natural)));
  }

  private Delete copy(byte[] storedKey, Delete natural) {
    return finish(
        natural, new Delete(storedKey, natural.getTimestamp(), cells(storedKey, natural)));
  }

  private Increment copy(byte[] storedKey, Increment natural) throws UncheckedTimeRange {
    Increment stored = new Increment(storedKey, natural.getTimestamp(), cells(storedKey, natural));
    try {
      stored.setTimeRange(natural.getTimeRange().getMin(), natural.getTimeRange().getMax());
    } catch (IOException e) {
      throw new UncheckedTimeRange(e);
    }
    return finish(natural, stored);
  }

  private Append copy(byte[] storedKey, Append natural) throws UncheckedTimeRange {
    Append stored = new Append(storedKey, natural.getTimestamp(), cells(storedKey, natural));
    stored.setTimeRange(natural.getTimeRange().getMin(), natural.getTimeRange().getMax());
    return finish(natural, stored);
  }

  private <M extends Mutation> M finish(Mutation natural, M stored) {
    for (Map.Entry<String, byte[]> attribute : natural.getAttributesMap().entrySet()) {
      stored.setAttribute(attribute.getKey(), attribute.getValue());
    }
    OperationNumber.takeOff(stored);
    mark.putOn(stored);
    stored.setDurability(natural.getDurability());
    stored.setPriority(natural.getPriority());
    return stored;
  }

  private static NavigableMap<byte[], List<Cell>> cells(byte[] storedKey, Mutation natural) {
    NavigableMap<byte[], List<Cell>> families = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Map.Entry<byte[], List<Cell>> family : natural.getFamilyCellMap().entrySet()) {
      List<Cell> cells = new ArrayList<>(family.getValue().size());
      for (Cell cell : family.getValue()) {
        cells.add(CopiedCell.of(storedKey, cell));
      }
      families.put(family.getKey(), cells);
    }
    return families;
  }

  /** A time range that HBase accepted once and refuses now: a defect, not an input. */
  private static final class UncheckedTimeRange extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    UncheckedTimeRange(IOException cause) {
      super("a mutation's own time range was refused by its copy", cause);
    }
  }
}
