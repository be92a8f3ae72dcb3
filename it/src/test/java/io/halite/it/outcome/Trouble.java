package io.halite.it.outcome;

import io.halite.it.outcome.Losses.Way;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/** What goes wrong on the way of a batch. */
interface Trouble {
  /** None. */
  Trouble NONE = at(row -> {});

  /** Begins; what is returned ends when the batch has its answers, at the latest. */
  CompletableFuture<Void> begin(byte[] row);

  /** What is to go wrong next with a row. */
  interface Order {
    void give(byte[] row);
  }

  /** Trouble that ends by itself. */
  static Trouble at(Order order) {
    return row -> {
      order.give(row);
      return CompletableFuture.completedFuture(null);
    };
  }

  /** The next answers of a table are lost. */
  static Trouble losing(TableName table, Way way, int answers) {
    return at(row -> Losses.of(table, Map.of()).loseNext(way, answers));
  }
}
