package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.MemoryAccount.Share;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever requests do with their shares: their sum is the account, and it ends at zero. */
class MemoryAccountProperties {
  private static final long BOUND = 1_000;

  /** What a share is to hold by this test's own count. */
  private static final class Counted {
    private final Share share;
    private long reserved;
    private long arrived;
    private boolean closed;

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
    MemoryAccount account = new MemoryAccount(Use.SCANS, BOUND, SaltingMetrics.unseen());
    List<Counted> shares = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shares.add(new Counted(account.share()));
    }
    for (int step = 0; step < 100; step++) {
      Counted one = shares.get(random.nextInt(count));
      long bytes = random.nextInt(600);
      int dice = random.nextInt(20);
      if (dice == 0) {
        one.share.close();
        one.closed = true;
      } else if (dice < 8) {
        reserve(account, one, bytes);
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

  private static void reserve(MemoryAccount account, Counted one, long bytes) {
    long more = one.closed ? 0 : Math.max(bytes, one.arrived) - one.bytes();
    boolean fits = more <= 0 || account.held() == 0 || account.held() + more <= BOUND;
    assertThat(one.share.reserve(bytes)).isEqualTo(fits);
    one.reserved = fits ? bytes : one.reserved;
  }
}
