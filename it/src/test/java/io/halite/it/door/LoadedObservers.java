package io.halite.it.door;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.host.ClientRequest;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.SortedList;

/**
 * Halite's observers of open regions, which a test unloads as HBase does with one that fails. It
 * loads them again at its end: an observer that HBase does not know would keep its connection.
 */
final class LoadedObservers {
  private static final List<Runnable> LOAD_AGAIN = new CopyOnWriteArrayList<>();
  private static final Field LOADED = loaded();

  private LoadedObservers() {}

  private static Field loaded() {
    try {
      Field loaded = CoprocessorHost.class.getDeclaredField("coprocEnvironments");
      loaded.setAccessible(true);
      return loaded;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("HBase keeps its coprocessors elsewhere", e);
    }
  }

  @SuppressWarnings("unchecked")
  private static SortedList<RegionCoprocessorEnvironment> of(HRegion region) {
    try {
      return (SortedList<RegionCoprocessorEnvironment>) LOADED.get(region.getCoprocessorHost());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("HBase hides its coprocessors", e);
    }
  }

  static void unload(HRegion region) {
    SortedList<RegionCoprocessorEnvironment> loaded = of(region);
    for (RegionCoprocessorEnvironment each : loaded) {
      if (each.getInstance() instanceof SaltingObserver) {
        loaded.remove(each);
        LOAD_AGAIN.add(() -> loaded.add(each));
      }
    }
  }

  /** Each would salt, so each refuses every request. */
  static void loadTwice(HRegion region) {
    SortedList<RegionCoprocessorEnvironment> loaded = of(region);
    for (RegionCoprocessorEnvironment each : List.copyOf(loaded)) {
      if (each.getInstance() instanceof SaltingObserver) {
        loaded.add(each);
        LOAD_AGAIN.add(() -> loaded.remove(each));
      }
    }
  }

  /** How many observers are not loaded as they were. */
  static int changes() {
    return LOAD_AGAIN.size();
  }

  static void loadAgain() {
    LOAD_AGAIN.forEach(Runnable::run);
    LOAD_AGAIN.clear();
  }

  /**
   * Unloads the observer of a region while the region is the guest of the next request: after the
   * request has pinned it, and before HBase calls any hook. Once, as soon as it is armed.
   */
  static void unloadBeforeHooks(HRegion region, AtomicBoolean armed) {
    try {
      LOADED.set(region.getCoprocessorHost(), new Unloading(region, armed));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("HBase hides its coprocessors", e);
    }
  }

  /** The coprocessors of a region, as HBase asks for them before each hook. */
  private static final class Unloading extends SortedList<RegionCoprocessorEnvironment> {
    private final HRegion region;
    private final AtomicBoolean armed;

    Unloading(HRegion region, AtomicBoolean armed) {
      super(
          of(region),
          Comparator.<RegionCoprocessorEnvironment>comparingInt(
                  RegionCoprocessorEnvironment::getPriority)
              .thenComparingInt(RegionCoprocessorEnvironment::getLoadSequence));
      this.region = region;
      this.armed = armed;
    }

    @Override
    public List<RegionCoprocessorEnvironment> get() {
      if (ClientRequest.current().isGuest() && armed.getAndSet(false)) {
        unload(region);
      }
      return super.get();
    }
  }
}
