package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SharedConnectionTest {
  private final Map<String, Object> shared = new ConcurrentHashMap<>();
  private final Configuration conf = new Configuration(false);

  @Test
  void regionsOfOneServerShareAConnectionAndTheLastLetsItGo() throws Exception {
    OwnerConnection first =
        SharedConnection.acquire(shared, "s1,1,1", conf, SaltingMetrics::unseen);
    assertThat(SharedConnection.acquire(shared, "s1,1,1", conf, SaltingMetrics::unseen))
        .isSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    assertThat(SharedConnection.acquire(shared, "s1,1,1", conf, SaltingMetrics::unseen))
        .isSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    SharedConnection.release(shared, "s1,1,1");
    assertThat(shared).isEmpty();
    assertThat(SharedConnection.acquire(shared, "s1,1,1", conf, SaltingMetrics::unseen))
        .isNotSameAs(first);
  }

  @Test
  void serversOfOneJvmHaveAConnectionEach() throws Exception {
    OwnerConnection first =
        SharedConnection.acquire(shared, "s1,1,1", conf, SaltingMetrics::unseen);
    assertThat(SharedConnection.acquire(shared, "s2,1,1", conf, SaltingMetrics::unseen))
        .isNotSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    assertThat(shared).hasSize(1);
  }

  @Test
  void lettingGoOfWhatNobodyHasChangesNothing() throws Exception {
    SharedConnection.release(shared, "s1,1,1");
    assertThat(shared).isEmpty();
  }
}
