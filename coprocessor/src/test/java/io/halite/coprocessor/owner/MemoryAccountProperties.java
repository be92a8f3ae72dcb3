package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount.Share;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/**
 * Whatever requests of two jars do with their shares: their sum is the account of both, and it ends
 * at zero.
 */
class MemoryAccountProperties {
  private static final long BOUND = 1_000;

  /** What a share is to hold by this test's own count. */
  private static final class Counted {
    private final Share share;
    private long reserved;
    private long arrived;
    private boolean closed;
    private boolean oversize;

    Counted(Share share) {
      this.share = share;
    }

    long bytes() {
      return closed ? 0 : Math.max(reserved, arrived);
    }
  }

  @Property
  void theAccountIsTheSumOfItsSharesAndEndsAtZero(
      @ForAll @IntRange(min = 1, max = 6) int count, @ForAll long seed) {
    Random random = new Random(seed);
    ServerWide shared = new ServerWide(new ConcurrentHashMap<>(), ServerName.valueOf("a", 1, 1));
    MemoryAccount account = new MemoryAccount(Use.SCANS, BOUND, SaltingMetrics.unseen(), shared);
    MemoryAccount newer = new MemoryAccount(Use.SCANS, 3 * BOUND, SaltingMetrics.unseen(), shared);
    List<Counted> shares = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shares.add(new Counted((i % 2 == 0 ? account : newer).share()));
    }
    for (int step = 0; step < 100; step++) {
      Counted one = shares.get(random.nextInt(count));
      long bytes = random.nextInt(random.nextInt(10) == 0 ? 3_000 : 600);
      int dice = random.nextInt(20);
      if (dice == 0) {
        one.share.close();
        one.closed = true;
        one.oversize = false;
      } else if (dice < 6) {
        reserve(account, shares, one, bytes);
      } else if (dice < 9) {
        begin(account, one, bytes);
      } else {
        long change = random.nextBoolean() ? bytes : -Math.min(bytes, one.arrived);
        one.share.add(change);
        one.arrived += one.closed ? 0 : change;
      }
      assertThat(account.held()).isEqualTo(shares.stream().mapToLong(Counted::bytes).sum());
      assertThat(one.share.isShort()).isEqualTo(account.held() >= BOUND);
    }
    shares.forEach(one -> one.share.close());
    assertThat(account.held()).isZero();
  }

  private static void reserve(
      MemoryAccount account, List<Counted> shares, Counted one, long bytes) {
    long total = one.closed ? 0 : Math.max(bytes, one.arrived);
    long more = total - one.bytes();
    boolean small = isSmall(account, shares, one, more);
    boolean fits = small || isLargest(shares, total);
    assertThat(one.share.reserve(bytes)).isEqualTo(fits);
    one.oversize = one.oversize ? more > 0 || total > BOUND : fits && !small;
    one.reserved = fits ? bytes : one.reserved;
  }

  private static void begin(MemoryAccount account, Counted one, long bytes) {
    long total = one.closed ? 0 : Math.max(one.reserved, one.arrived + bytes);
    boolean alone = account.held() == one.bytes();
    boolean fits = total <= one.bytes() || account.held() < BOUND || alone;
    assertThat(begins(account, one.share, bytes)).isEqualTo(fits);
    one.arrived += fits && !one.closed ? bytes : 0;
  }

  private static boolean begins(MemoryAccount account, Share share, long bytes) {
    try {
      account.begin(share, bytes, "a scan");
      return true;
    } catch (RpcThrottlingException e) {
      return false;
    }
  }

  private static boolean isSmall(
      MemoryAccount account, List<Counted> shares, Counted one, long more) {
    long oversize = shares.stream().filter(other -> other.oversize).mapToLong(Counted::bytes).sum();
    return more <= 0 || one.oversize || account.held() - oversize + more <= BOUND;
  }

  private static boolean isLargest(List<Counted> shares, long total) {
    return total > BOUND && shares.stream().noneMatch(other -> other.oversize);
  }
}
