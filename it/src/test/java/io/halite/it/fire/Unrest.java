package io.halite.it.fire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Flushes and moves the regions of a table until it is closed. */
final class Unrest implements AutoCloseable {
  private final Admin admin;
  private final List<TableName> tables;
  private final Thread thread = new Thread(this::run, "unrest");
  private final AtomicInteger moves = new AtomicInteger();
  private final AtomicInteger flushes = new AtomicInteger();
  private volatile boolean closed;

  private Unrest(Admin admin, List<TableName> tables) {
    this.admin = admin;
    this.tables = tables;
  }

  static Unrest start(Admin admin, List<TableName> tables) {
    Unrest unrest = new Unrest(admin, tables);
    unrest.thread.start();
    return unrest;
  }

  int moves() {
    return moves.get();
  }

  int flushes() {
    return flushes.get();
  }

  private void run() {
    Random random = new Random(5);
    while (!closed) {
      try {
        List<RegionInfo> regions = new ArrayList<>();
        for (TableName table : tables) {
          regions.addAll(admin.getRegions(table));
        }
        admin.flushRegion(regions.get(random.nextInt(regions.size())).getRegionName());
        flushes.incrementAndGet();
        admin.move(regions.get(random.nextInt(regions.size())).getEncodedNameAsBytes());
        moves.incrementAndGet();
        Thread.sleep(300);
      } catch (IOException e) {
        // A region that moves away under a flush refuses it: that is the unrest.
        flushes.incrementAndGet();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(60_000);
  }
}
