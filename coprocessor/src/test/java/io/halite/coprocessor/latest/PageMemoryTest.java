package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.coprocessor.owner.ServerWide;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class PageMemoryTest {
  private static final int PAGE = 1 << 20;

  private final MemoryAccount account =
      new MemoryAccount(
          Use.PAGES,
          new Configuration(false),
          SaltingMetrics.unseen(),
          new ServerWide(new ConcurrentHashMap<>(), ServerName.valueOf("a", 1, 1)));
  private final long bound = Runtime.getRuntime().maxMemory() / 100 * 10;

  @Test
  void aPageHoldsItsBytesAndRowsThatAreLarger() throws Exception {
    try (PageMemory page = new PageMemory(account, PAGE)) {
      assertThat(account.held()).isEqualTo(PAGE);
      page.holdRow(100);
      assertThat(account.held()).isEqualTo(PAGE);
      page.holdRow(5 * PAGE);
      assertThat(account.held()).isEqualTo(6 * PAGE);
      page.holdRow(5 * PAGE);
      assertThat(account.held()).isEqualTo(11 * PAGE);
    }
    assertThat(account.held()).isZero();
  }

  @Test
  void aHistoryIsHeldOnceHoweverItIsCounted() throws Exception {
    try (PageMemory page = new PageMemory(account, PAGE)) {
      page.holdHistory(3 * PAGE);
      page.holdHistory(30 * PAGE);
      assertThat(account.held()).isEqualTo(31 * PAGE);
      page.holdRow(2 * PAGE);
      assertThat(account.held()).isEqualTo(33 * PAGE);
    }
    assertThat(account.held()).isZero();
  }

  @Test
  void whatDoesNotFitIsRefusedWithAWaitAndHoldsNothing() throws Exception {
    try (MemoryAccount.Share others = account.open(bound - PAGE - 1, "others")) {
      try (PageMemory page = new PageMemory(account, PAGE)) {
        assertThatThrownBy(() -> new PageMemory(account, PAGE))
            .isInstanceOf(RpcThrottlingException.class)
            .hasMessageContaining("a page of newest rows needs 1048576 bytes of memory")
            .hasMessageContaining("number of requests exceeded - wait ");
        assertThatThrownBy(() -> page.holdRow(PAGE))
            .isInstanceOf(RpcThrottlingException.class)
            .hasMessageContaining("a page with large rows needs 2097152 bytes");
        assertThat(account.held()).isEqualTo(bound - 1);
      }
      assertThat(account.held()).isEqualTo(others.reserved());
    }
    assertThat(account.held()).isZero();
  }

  @Test
  void aRowNearlyAsLargeAsTheRoomOfPagesIsAdmittedOnAnIdleServer() throws Exception {
    try (PageMemory page = new PageMemory(account, PAGE)) {
      page.holdRow(bound - PAGE / 2);
      assertThat(account.held()).isEqualTo(bound + PAGE / 2);
      try (PageMemory other = new PageMemory(account, PAGE)) {
        assertThatThrownBy(() -> other.holdRow(bound)).isInstanceOf(RpcThrottlingException.class);
      }
    }
    assertThat(account.held()).isZero();
  }

  @Test
  void aHistoryThatGrowsBeyondTheRoomOfPagesIsAdmittedOnAnIdleServer() throws Exception {
    try (PageMemory page = new PageMemory(account, PAGE)) {
      for (long bytes = PAGE; bytes < 2 * bound; bytes += PAGE) {
        page.holdHistory(bytes);
      }
      assertThat(account.held()).isGreaterThan(2 * bound - PAGE);
    }
    assertThat(account.held()).isZero();
  }
}
