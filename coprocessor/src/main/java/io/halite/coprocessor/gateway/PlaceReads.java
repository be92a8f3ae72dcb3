package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.merge.RowPlaces;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads one row from all its places, and holds little more of it than a plain table's server does,
 * however many versions the places have together.
 *
 * <p>All places are asked at once for 8 MiB together, each for an even share: under {@code random %
 * 16} for 524,288 bytes. Those that have more say how much, and are asked again, as many at once as
 * fit in 8 MiB, or one. What the row needs of them is kept, and the rest dropped each time the row
 * has doubled. For one row.
 */
final class PlaceReads {
  private final SaltedTable table;
  private final PlainReading reading;
  private final MemoryAccount account;
  private final MemoryAccount.Share memory;
  private final RowPlaces row = new RowPlaces();
  private long counted;

  /** Sends stored gets; returns for each a result, or the refusal. */
  interface Owners {
    Object[] send(List<Get> stored) throws IOException;
  }

  /** A place that has too much to be read with all others. */
  private record Large(Get get, long bytes) {}

  /**
   * Reads for {@code reading}.
   *
   * @param memory the read's share of {@code account}, which holds nothing yet
   */
  PlaceReads(
      SaltedTable table, PlainReading reading, MemoryAccount account, MemoryAccount.Share memory) {
    this.table = table;
    this.reading = reading;
    this.account = account;
    this.memory = memory;
  }

  /**
   * Returns the cells that the places have of the row, or as many of them as the reading needs.
   *
   * @param stored a get of each place
   * @throws org.apache.hadoop.hbase.quotas.RpcThrottlingException if there is no room for places
   *     that have much
   */
  List<Cell> joined(List<Get> stored, Owners owners) throws IOException {
    if (stored.size() > 1) {
      stored.forEach(get -> AheadLimit.putOn(get, stored.size()));
    }
    Queue<Large> large = read(stored, owners);
    while (!large.isEmpty()) {
      row.dropIfDoubled(reading);
      count();
      readLarge(portion(large), owners);
    }
    return row.joined();
  }

  /** Takes as many places as fit in what is read together, and one at least. */
  private static List<Large> portion(Queue<Large> large) {
    List<Large> portion = new ArrayList<>(List.of(large.remove()));
    long bytes = portion.get(0).bytes();
    while (!large.isEmpty() && bytes + large.element().bytes() <= AheadLimit.BYTES) {
      bytes += large.element().bytes();
      portion.add(large.remove());
    }
    return portion;
  }

  private void readLarge(List<Large> portion, Owners owners) throws IOException {
    long bytes = portion.stream().mapToLong(Large::bytes).sum();
    account.require(memory, row.bytes() + bytes, "a get of several places");
    read(portion.stream().map(place -> AheadLimit.takeOff(place.get())).toList(), owners);
  }

  /** Adds what the places have to the row; returns those that have too much. */
  private Queue<Large> read(List<Get> stored, Owners owners) throws IOException {
    Queue<Large> large = new ArrayDeque<>();
    Object[] answers = owners.send(stored);
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] instanceof IOException refusal) {
        throw refusal;
      }
      Result answer = (Result) answers[i];
      if (AheadLimit.isCut(answer)) {
        large.add(new Large(stored.get(i), AheadLimit.bytes(answer)));
      } else if (!answer.isEmpty()) {
        row.add(
            stored.get(i).getRow(), table.reading(() -> table.results().cells(answer.rawCells())));
      }
    }
    count();
    return large;
  }

  private void count() {
    memory.add(row.bytes() - counted);
    counted = row.bytes();
  }
}
