package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.merge.RowPlaces;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads one row from all its places, and holds less than twice what a plain table's server does of
 * it, and a portion, however many versions the places have together.
 *
 * <p>All places are asked at once for 8 MiB together, each for an even share: under {@code random %
 * 16} for 524,288 bytes. Those that have more say how much, and are asked again, as many at once as
 * fit in 8 MiB, or one. What the row needs of them is kept, and the rest dropped each time the row
 * has doubled. The small places are asked again with the last large ones, so that all these are
 * read in one round, however long the others took.
 *
 * <p>The bytes of a place are those of its cells as they are sent. Small cells take 1.5 to 2.5
 * times as much in memory, which is counted once they have arrived. For one row.
 */
final class PlaceReads {
  private final SaltedTable table;
  private final PlainReading reading;
  private final MemoryAccount account;
  private final MemoryAccount.Share memory;
  private final RowPlaces row = new RowPlaces();
  private final Queue<Large> large = new ArrayDeque<>();
  private List<Get> small = List.of();
  private long smallBytes;
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
   * Whether one of the places has cells of the row; no cell is sent. If one has, it does not matter
   * that another one refuses.
   *
   * @param stored a get of each place
   */
  static boolean exist(List<Get> stored, Owners owners) throws IOException {
    stored.forEach(get -> get.setCheckExistenceOnly(true));
    Object[] answers = owners.send(stored);
    if (StoredReads.anyPlaceHas(Arrays.asList(answers))) {
      return true;
    }
    requireNoRefusal(answers);
    return false;
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
    small = stored;
    readWithSmall(List.of(), owners);
    while (!large.isEmpty()) {
      row.dropIfDoubled(reading);
      count();
      readLarge(owners);
    }
    return row.joined();
  }

  private void readLarge(Owners owners) throws IOException {
    List<Large> portion = portion();
    boolean last = large.isEmpty();
    long bytes = portion.stream().mapToLong(Large::bytes).sum() + (last ? smallBytes : 0);
    account.require(memory, row.bytes() + bytes, "a get of several places");
    List<Get> whole = portion.stream().map(place -> AheadLimit.takeOff(place.get())).toList();
    if (last) {
      readWithSmall(whole, owners);
    } else {
      add(whole, send(whole, owners));
      count();
    }
  }

  /** Takes as many places as fit in what is read together, and one at least. */
  private List<Large> portion() {
    List<Large> portion = new ArrayList<>(List.of(large.remove()));
    long bytes = portion.get(0).bytes();
    while (!large.isEmpty() && bytes + large.element().bytes() <= AheadLimit.BYTES) {
      bytes += large.element().bytes();
      portion.add(large.remove());
    }
    return portion;
  }

  /**
   * Reads places together with the small ones, and notes which of those are large.
   *
   * <p>If one is, all small ones are read again with it, and nothing of them is kept until then: a
   * large place must not lose a version to a newer one that may be deleted in between.
   */
  private void readWithSmall(List<Get> whole, Owners owners) throws IOException {
    List<Get> asked = new ArrayList<>(whole);
    asked.addAll(small);
    List<Result> answers = send(asked, owners);
    add(whole, answers.subList(0, whole.size()));
    List<Get> stillSmall = new ArrayList<>();
    List<Result> ofSmall = new ArrayList<>();
    for (int i = whole.size(); i < asked.size(); i++) {
      Result answer = answers.get(i);
      if (AheadLimit.isCut(answer)) {
        large.add(new Large(asked.get(i), AheadLimit.bytes(answer)));
      } else {
        stillSmall.add(asked.get(i));
        ofSmall.add(answer);
      }
    }
    small = stillSmall;
    smallBytes = ofSmall.stream().mapToLong(Result::getTotalSizeOfCells).sum();
    if (large.isEmpty()) {
      add(small, ofSmall);
    }
    count();
  }

  private static List<Result> send(List<Get> stored, Owners owners) throws IOException {
    Object[] answers = owners.send(stored);
    requireNoRefusal(answers);
    return Arrays.stream(answers).map(Result.class::cast).toList();
  }

  private static void requireNoRefusal(Object[] answers) throws IOException {
    for (Object answer : answers) {
      if (answer instanceof IOException refusal) {
        throw refusal;
      }
    }
  }

  private void add(List<Get> stored, List<Result> answers) throws IOException {
    for (int i = 0; i < answers.size(); i++) {
      Result answer = answers.get(i);
      if (!answer.isEmpty()) {
        row.add(
            stored.get(i).getRow(), table.reading(() -> table.results().cells(answer.rawCells())));
      }
    }
  }

  private void count() {
    memory.add(row.bytes() - counted);
    counted = row.bytes();
  }
}
