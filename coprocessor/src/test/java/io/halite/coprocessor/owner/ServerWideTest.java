package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.table.Setting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class ServerWideTest {
  private static final ServerName HERE = ServerName.valueOf("a", 1, 1);
  private static final ServerName OTHER = ServerName.valueOf("b", 1, 1);

  private final Map<String, Object> sharedData = new ConcurrentHashMap<>();

  /** By classes of its own, as a region does whose table names another jar. */
  @SuppressWarnings("unchecked")
  private Callable<Set<String>> ofJar() throws Exception {
    return (Callable<Set<String>>)
        new JarLoader()
            .loadClass(TakingAll.class.getName())
            .getDeclaredConstructor(Map.class)
            .newInstance(sharedData);
  }

  @Test
  void whatOneJarHoldsIsTakenForTheOtherUntilItIsGivenBack() throws Exception {
    Callable<Set<String>> older = ofJar();
    Callable<Set<String>> newer = ofJar();
    assertThat(older.getClass().getClassLoader()).isNotSameAs(newer.getClass().getClassLoader());
    assertThat(older.call()).containsExactly("a place", "memory", "a scan");
    assertThat(newer.call()).isEmpty();
    ((AutoCloseable) older).close();
    assertThat(newer.call()).containsExactly("a place", "memory", "a scan");
    assertThat(older.call()).isEmpty();
  }

  @Test
  void onlyTypesOfTheJdkLieInTheSharedDataUnderNamesThatStay() throws Exception {
    ofJar().call();
    ofJar().call();
    assertThat(sharedData)
        .containsOnlyKeys(
            "bounds/1/a,1,1/places",
            "bounds/1/a,1,1/places/b:1",
            "bounds/1/a,1,1/answered/b:1",
            "bounds/1/a,1,1/memory/scans",
            "bounds/1/a,1,1/scans/of server",
            "bounds/1/a,1,1/scans/of user",
            "bounds/1/a,1,1/scans/open");
    List<Object> all = new ArrayList<>();
    for (Object value : sharedData.values()) {
      all.add(value);
      if (value instanceof Map<?, ?> map) {
        all.addAll(map.keySet());
        all.addAll(map.values());
      }
    }
    assertThat(all).hasSizeGreaterThan(sharedData.size());
    assertThat(all).allMatch(each -> each.getClass().getClassLoader() == null);
  }

  /** Takes what is left of each bound, of a server that has one of each. */
  public static final class TakingAll implements Callable<Set<String>>, AutoCloseable {
    private final ServerShares shares;
    private final MemoryAccount memory;
    private final OpenScans scans;
    private final List<AutoCloseable> taken = new ArrayList<>();

    /** Made by reflection. */
    public TakingAll(Map<String, Object> sharedData) {
      ServerWide shared = new ServerWide(sharedData, HERE);
      Configuration site = new Configuration(false);
      site.setInt(HConstants.REGION_SERVER_HANDLER_COUNT, 1);
      site.setInt(Setting.SCANS_OPEN_SERVER.key(), 1);
      SaltingMetrics metrics = SaltingMetrics.unseen();
      shares = new ServerShares(site, HERE, new HandlerPermits(site, metrics, sharedData), shared);
      memory = new MemoryAccount(SaltingMetrics.Use.SCANS, 100, metrics, shared);
      scans = new OpenScans(site, metrics, memory, shared);
    }

    /** Returns what it got. */
    @Override
    public Set<String> call() {
      Set<String> got = new LinkedHashSet<>();
      try {
        taken.add(shares.enter(OTHER, Budget.of(1, Long.MAX_VALUE, () -> false)));
        got.add("a place");
      } catch (NotSentException full) {
        // The other jar has it.
      }
      try {
        taken.add(memory.open(100, "a batch"));
        got.add("memory");
      } catch (RpcThrottlingException full) {
        // The other jar has it.
      }
      try {
        taken.add(scans.open("ann", 0, false, 0));
        got.add("a scan");
      } catch (RpcThrottlingException full) {
        // The other jar has it.
      }
      return got;
    }

    @Override
    public void close() throws Exception {
      for (AutoCloseable each : taken) {
        each.close();
      }
      taken.clear();
    }
  }
}
