package io.halite.it.neighbours;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/** An observer that is not Halite's: it notes each call of each hook that HBase has. */
abstract class RecordingObserver implements RegionCoprocessor, RegionObserver {
  private static final List<Sighting> SEEN = new ArrayList<>();
  private static final ThreadLocal<Boolean> OUTER = ThreadLocal.withInitial(() -> true);

  private final String name;
  private final RegionObserver hooks =
      (RegionObserver)
          Proxy.newProxyInstance(
              RegionObserver.class.getClassLoader(),
              new Class<?>[] {RegionObserver.class},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return method.invoke(this, arguments);
                }
                return call(proxy, method, arguments);
              });

  private RecordingObserver(String name) {
    this.name = name;
  }

  /** Comes before Halite's observer. */
  public static final class Ahead extends RecordingObserver {
    /** For HBase. */
    public Ahead() {
      super("ahead");
    }
  }

  /** Comes after Halite's observer. */
  public static final class Behind extends RecordingObserver {
    /** For HBase. */
    public Behind() {
      super("behind");
    }
  }

  /** Is loaded by the site for all tables of users. */
  public static final class OfSite extends RecordingObserver {
    /** For HBase. */
    public OfSite() {
      super("site");
    }
  }

  /** HBase calls the longer of two hooks of one name; the default one calls the shorter. */
  private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
    boolean outer = OUTER.get();
    if (outer && !method.getName().endsWith("RegionOperation")) {
      note(Sighting.of(name, method.getName(), arguments));
    }
    OUTER.set(method.getName().startsWith("preCheck") || method.getName().startsWith("postCheck"));
    try {
      if (outer) {
        Fault.strike(name, method.getName(), arguments);
      }
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    } finally {
      OUTER.set(outer);
    }
  }

  private static synchronized void note(Sighting sighting) {
    SEEN.add(sighting);
  }

  /** All calls since the last time. */
  static synchronized List<Sighting> take() {
    List<Sighting> seen = List.copyOf(SEEN);
    SEEN.clear();
    return seen;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(hooks);
  }

  /** Its presence here makes HBase call the hook, which goes to the proxy. */
  @Override
  public boolean postScannerFilterRow(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      InternalScanner scanner,
      Cell cell,
      boolean hasMore) {
    return hasMore;
  }
}
