package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Orders of a marketplace, and which of them a read by an index should find: the rows are kept in
 * memory, and searched one by one.
 */
final class BuyersOrders {
  static final String LAYOUT = "seller:4 ts:8:revtime buyer:4 order:*";
  static final byte[] NOTE = Bytes.toBytes("note");
  private static final KeyLayout KEYS = KeyLayout.parse(LAYOUT);
  private static final List<String> BUYERS = List.of("ann", "ann1", "bob1", "carl");
  private static final List<String> NOTES =
      List.of("a", "gift", "gift wrapped", "gifts", "ship", "");

  /** Hours of ten days. */
  private static final int HOURS = 240;

  private final Random random;
  private final TreeMap<byte[], Order> orders = new TreeMap<>(KeyBytes::compare);

  /** One order, found by its buyer and time, or by its seller and note. */
  record Order(String seller, long time, String buyer, int number, Optional<String> note) {
    byte[] key() {
      return KEYS.key()
          .set("seller", seller)
          .set("ts", time)
          .set("buyer", buyer)
          .set("order", String.valueOf(number))
          .build();
    }

    Put put() {
      Put put = new Put(key()).addColumn(F, F, F);
      note.ifPresent(text -> put.addColumn(F, NOTE, Bytes.toBytes(text)));
      return put;
    }
  }

  /** What is asked, how it is written, and the rows that have it. */
  record Question(String index, String text, List<byte[]> inOrderOfTheIndex) {
    @Override
    public String toString() {
      return index + ": " + text;
    }

    List<byte[]> inNaturalOrder() {
      return inOrderOfTheIndex.stream().sorted(KeyBytes::compare).toList();
    }
  }

  BuyersOrders(long seed) {
    random = new Random(seed);
  }

  /** Draws orders, other notes for some of them, and deletes; in the order to be written. */
  List<Row> draw(int count) {
    List<Row> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Order order =
          new Order(
              "s00" + random.nextInt(3),
              hour(random.nextInt(HOURS)),
              one(BUYERS),
              i,
              random.nextInt(5) == 0 ? Optional.empty() : Optional.of(one(NOTES)));
      writes.add(order.put());
      orders.put(order.key(), order);
    }
    for (Order order : List.copyOf(orders.values())) {
      int fate = random.nextInt(8);
      if (fate == 0) {
        writes.add(new Delete(order.key()));
        orders.remove(order.key());
      } else if (fate == 1) {
        Order other =
            new Order(
                order.seller(),
                order.time(),
                order.buyer(),
                order.number(),
                Optional.of(one(NOTES)));
        writes.add(other.put());
        orders.put(other.key(), other);
      }
    }
    return writes;
  }

  private <T> T one(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static long hour(int number) {
    return 1_000_000_000_000L + number * 3_600_000L;
  }

  /** A buyer's orders from one time up to another, or of a bound on one side, or all. */
  Question ofBuyer() {
    String buyer = one(BUYERS);
    int from = random.nextInt(HOURS);
    int to = from + 1 + random.nextInt(HOURS);
    boolean low = random.nextInt(4) > 0;
    boolean high = random.nextInt(4) > 0;
    String range =
        "[%s, %s)".formatted(low ? hour(from) : "", high ? Instant.ofEpochMilli(hour(to)) : "");
    return question(
        "byBuyer",
        buyer + " " + range,
        order ->
            order.buyer().equals(buyer)
                && (!low || order.time() >= hour(from))
                && (!high || order.time() < hour(to)),
        order -> KeyBytes.concat(padded(order.buyer()), Arrays.copyOfRange(order.key(), 4, 12)));
  }

  /** Orders of several buyers. */
  Question ofBuyers() {
    return question(
        "byBuyer",
        "ann*",
        order -> order.buyer().startsWith("ann"),
        order -> KeyBytes.concat(padded(order.buyer()), Arrays.copyOfRange(order.key(), 4, 12)));
  }

  /** A seller's orders whose notes begin so, or lie between two. */
  Question ofNotes() {
    String seller = "s00" + random.nextInt(3);
    String note = one(NOTES.subList(0, 5));
    int form = random.nextInt(3);
    String text =
        switch (form) {
          case 0 -> "'" + note + "'";
          case 1 -> "'" + note + "'*";
          default -> "['" + note + "', gifts)";
        };
    boolean refused = form == 2 && note.compareTo("gifts") >= 0;
    return refused
        ? ofNotes()
        : question(
            "byNote",
            seller + " " + text,
            order ->
                order.seller().equals(seller)
                    && order
                        .note()
                        .filter(
                            it ->
                                switch (form) {
                                  case 0 -> it.equals(note);
                                  case 1 -> it.startsWith(note);
                                  default -> it.compareTo(note) >= 0 && it.compareTo("gifts") < 0;
                                })
                        .filter(it -> !it.isEmpty())
                        .isPresent(),
            order -> KeyBytes.concat(padded(seller), Bytes.toBytes(order.note().orElseThrow())));
  }

  private static byte[] padded(String text) {
    return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), 4);
  }

  private interface Condition {
    boolean holds(Order order);
  }

  private interface Values {
    byte[] of(Order order);
  }

  private Question question(String index, String text, Condition condition, Values values) {
    List<byte[]> found =
        orders.values().stream()
            .filter(condition::holds)
            .sorted(
                (one, other) ->
                    KeyBytes.compare(
                        KeyBytes.concat(values.of(one), one.key()),
                        KeyBytes.concat(values.of(other), other.key())))
            .map(Order::key)
            .toList();
    return new Question(index, text, found);
  }
}
