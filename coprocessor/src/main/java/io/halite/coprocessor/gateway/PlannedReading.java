package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.keys.KeyRange;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.Rounds;
import io.halite.routing.merge.SortedRows;
import io.halite.routing.scan.Fetching;
import io.halite.routing.scan.JoinedPlan;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.scan.ScanPlan;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads a natural scan by its plan, which sends stored scans to the owners.
 *
 * @param costs what scans in passes may cost
 * @param families how many versions each family keeps, and for how long
 */
record PlannedReading(
    ScanPlan plan, SaltedTable table, OwnerConnection owners, PassCosts costs, FamilyRules families)
    implements ScanReading {
  private static final int MOST_ROUNDS = 300;

  /** HBase closes the scan of a client that is gone earlier, by its lease. */
  private static final long LONGEST_MILLIS = TimeUnit.MINUTES.toMillis(10);

  @Override
  public Scan natural() {
    return plan.natural().scan();
  }

  @Override
  public long pageRows() {
    return plan.natural().pageRows().orElse(0);
  }

  @Override
  public KeyRange range() {
    return plan.natural().range();
  }

  @Override
  public boolean givesWhatItReads() {
    return plan instanceof MergedPlan;
  }

  @Override
  public OpenScans.Slot slot(String user, boolean complete) throws IOException {
    return server()
        .openScans()
        .open(
            user,
            complete ? 0 : bytesAhead(),
            plan instanceof PassedPlan,
            complete ? 0 : bytesOfCopies());
  }

  /** What a scan reads ahead, and what it keeps of a pass. */
  private long bytesAhead() {
    return plan instanceof PassedPlan
        ? costs.limits().readAhead() + costs.limits().bytes()
        : bytesAhead(plan.images());
  }

  /** What the copies of a scan to all its images hold until they are sent. */
  private long bytesOfCopies() throws IOException {
    int copies = plan.images().size();
    return plan instanceof JoinedPlan
        ? server().copyLimit().checkWithoutFilter(natural(), copies, table)
        : server().copyLimit().check(natural(), copies, table);
  }

  private long bytesAhead(List<KeyRange> images) {
    return images.size() * StoredReads.readAheadBytes(natural(), images.size());
  }

  private SaltedServer server() {
    return owners.server();
  }

  @Override
  public SortedRows rows(OwnerCounts counts, OpenScans.Slot slot) throws IOException {
    Scan natural = natural();
    ClientRequest request = ClientRequest.current();
    Fetching fetching =
        new Fetching(
            owners.scans(table.name()),
            request.scan().limit(),
            request.scan().caching(),
            1,
            server().permits().forwardPriority(),
            Rounds.of(MOST_ROUNDS, LONGEST_MILLIS, server().metrics()::scanRound),
            counts,
            slot.memory(),
            true,
            Math.max(0, natural.getBatch()),
            () -> {});
    if (plan instanceof JoinedPlan joined) {
      return occupied(
          slot,
          images ->
              new JoinedPlan(joined.natural(), images)
                  .open(fetching, families, EnvironmentEdgeManager::currentTime));
    }
    return plan instanceof PassedPlan passed
        ? new LazyRows(() -> passed.open(fetching, costs.limits(), costs))
        : occupied(slot, images -> new MergedPlan(plan.natural(), images).open(fetching));
  }

  /** Returns the rows of the images in which rows may lie, which it finds out at the first read. */
  private SortedRows occupied(OpenScans.Slot slot, AwaitedRows.Opening<List<KeyRange>> opening) {
    MemoryAccount.Share memory = slot.memory();
    AwaitedRows.Opening<List<KeyRange>> withLess =
        images -> {
          memory.reserve(Math.min(memory.reserved(), bytesAhead(images)));
          SortedRows rows = opening.open(images);
          slot.sent();
          return rows;
        };
    return new LazyRows(
        () ->
            AwaitedRows.of(
                owners.vacantImages().occupied(table, plan.images(), natural().hasFilter()),
                withLess));
  }
}
