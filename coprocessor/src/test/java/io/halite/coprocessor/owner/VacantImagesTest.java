package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

/** Sixteen buckets, a region each: bucket 0, 3, 6, … on this server, the others on two more. */
class VacantImagesTest {
  private static final int BUCKETS = 16;
  private static final SaltedTable TABLE =
      new SaltedTable(
          TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % " + BUCKETS));
  private static final List<KeyRange> IMAGES =
      TABLE.spec().salt().images(KeyRange.prefix(new byte[] {'A'}));

  /** Answers for other servers. */
  private static final class Others implements VacantImages.Wire {
    private final Set<Integer> occupied;
    private final int servers;
    private final List<Integer> requested = new ArrayList<>();
    private final List<TableName> late = new CopyOnWriteArrayList<>();
    private boolean silent;
    private boolean failing;

    Others(int servers, Set<Integer> occupied) {
      this.servers = servers;
      this.occupied = occupied;
    }

    @Override
    public CompletableFuture<HRegionLocation> locate(TableName table, byte[] row) {
      return CompletableFuture.completedFuture(
          new HRegionLocation(
              RegionInfoBuilder.newBuilder(table)
                  .setStartKey(new byte[] {row[0]})
                  .setEndKey(new byte[] {(byte) (row[0] + 1)})
                  .build(),
              ServerName.valueOf("s" + row[0] % servers, 1, 1)));
    }

    @Override
    public void tookTooLong(TableName table) {
      late.add(table);
    }

    @Override
    public CompletableFuture<BitSet> request(
        TableName table, long fingerprint, List<KeyRange> images) throws IOException {
      requested.add(images.size());
      assertThat(fingerprint).isEqualTo(TABLE.spec().fingerprint());
      if (failing && images.get(0).start()[0] % servers == 1) {
        return CompletableFuture.failedFuture(new IOException("the server has no such method"));
      }
      BitSet vacant = new BitSet();
      IntStream.range(0, images.size())
          .filter(i -> !occupied.contains((int) images.get(i).start()[0]))
          .forEach(vacant::set);
      // An answer that this version did not ask for must not harm.
      vacant.set(images.size() + 1);
      return silent ? new CompletableFuture<>() : CompletableFuture.completedFuture(vacant);
    }
  }

  /** A region on this server. */
  private record Here(int bucket, boolean isOccupied) implements ServedRegions.Served {
    @Override
    public KeyRange rows() {
      return KeyRange.prefix(new byte[] {(byte) bucket});
    }

    @Override
    public long fingerprint() {
      return TABLE.spec().fingerprint();
    }

    @Override
    public boolean isVacant(KeyRange part) {
      return !isOccupied;
    }
  }

  private static List<Integer> occupied(Others others, List<KeyRange> images) throws Exception {
    return occupied(others, images, false);
  }

  private static List<Integer> occupied(Others others, List<KeyRange> images, boolean refusable)
      throws Exception {
    ServedRegions served = new ServedRegions();
    for (int bucket = 0; bucket < BUCKETS; bucket += 3) {
      served.entered(TABLE, new Here(bucket, others.occupied.contains(bucket)));
    }
    return new VacantImages(served, Optional.of(others), SaltingMetrics.unseen())
        .occupied(TABLE, images, refusable).get(60, TimeUnit.SECONDS).stream()
            .map(image -> (int) image.start()[0])
            .toList();
  }

  private static List<Integer> all() {
    return IntStream.range(0, BUCKETS).boxed().toList();
  }

  @Test
  void eachOtherServerIsRequestedOnceAndOnlyOccupiedImagesAreLeft() throws Exception {
    Others others = new Others(3, Set.of(3, 4, 5));
    assertThat(occupied(others, IMAGES)).containsExactly(3, 4, 5);
    assertThat(others.requested).containsExactlyInAnyOrder(5, 5);
  }

  /** The pool does not serve such a request, so all common handlers could wait for each other. */
  @Test
  void besideAPrivatePoolNoOtherServerIsRequestedAndNobodyWaits() {
    Configuration pool = new Configuration(false);
    pool.setInt(HandlerPermits.PRIVATE_POOL_KEY, 1);
    try (ServerAsyncConnection async =
        new ServerAsyncConnection(pool, new ConnectionUses(() -> {}))) {
      ServedRegions served = new ServedRegions();
      VacantImages images = VacantImages.by(async, pool, served, SaltingMetrics.unseen());
      served.entered(TABLE, new Here(0, false));
      CompletableFuture<List<KeyRange>> left = images.occupied(TABLE, IMAGES, false);
      assertThat(left).isDone();
      assertThat(left.join()).isEqualTo(IMAGES.subList(1, BUCKETS));
    }
  }

  @Test
  void noImageIsLeftOfAnEmptyTable() throws Exception {
    assertThat(occupied(new Others(3, Set.of()), IMAGES)).isEmpty();
  }

  @Test
  void oneImageIsLeftIfItsOwnerMayRefuseTheScan() throws Exception {
    assertThat(occupied(new Others(3, Set.of()), IMAGES, true)).containsExactly(0);
    assertThat(occupied(new Others(3, Set.of(4)), IMAGES, true)).containsExactly(4);
  }

  @Test
  void fewImagesAreNotWorthARequest() throws Exception {
    Others others = new Others(3, Set.of());
    assertThat(occupied(others, IMAGES.subList(0, 7))).isEqualTo(all().subList(0, 7));
    assertThat(others.requested).isEmpty();
  }

  @Test
  void moreServersThanHalfOfTheImagesAreNotWorthARequest() throws Exception {
    Others others = new Others(7, Set.of());
    assertThat(occupied(others, IMAGES)).containsExactly(1, 2, 4, 5, 7, 8, 10, 11, 13, 14);
    assertThat(others.requested).isEmpty();
  }

  @Test
  void noOtherServerIsRequestedWhereMostImagesHoldRows() throws Exception {
    Others others = new Others(3, Set.of(0, 3, 6, 9));
    assertThat(occupied(others, IMAGES)).isEqualTo(all());
    assertThat(others.requested).isEmpty();
  }

  @Test
  void imagesOfAServerThatFailsMayHoldRows() throws Exception {
    Others others = new Others(3, Set.of());
    others.failing = true;
    assertThat(occupied(others, IMAGES)).containsExactly(1, 4, 7, 10, 13);
  }

  @Test
  void imagesOfServersThatDoNotAnswerMayHoldRows() throws Exception {
    Others others = new Others(3, Set.of());
    others.silent = true;
    assertThat(occupied(others, IMAGES)).containsExactly(1, 2, 4, 5, 7, 8, 10, 11, 13, 14);
    assertThat(others.late).containsExactly(TABLE.name());
  }

  @Test
  void imagesOfManyRegionsMayHoldRows() throws Exception {
    List<KeyRange> wide = new ArrayList<>(IMAGES);
    wide.set(1, KeyRange.of(IMAGES.get(1).start(), IMAGES.get(2).stop()));
    assertThat(occupied(new Others(3, Set.of()), wide)).containsExactly(1);
  }
}
