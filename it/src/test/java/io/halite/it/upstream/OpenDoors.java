package io.halite.it.upstream;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * The tables of this JVM whose first region redirects clients. They are static, since {@link
 * WideClusters} puts the calls into classes that know no test.
 */
public final class OpenDoors {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(8);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final Set<TableName> TABLES = ConcurrentHashMap.newKeySet();

  private OpenDoors() {}

  /**
   * Forgets a table that is about to be created: one of its name may have been deleted.
   *
   * @param table its name
   */
  public static void forget(TableName table) {
    TABLES.remove(table);
  }

  /**
   * Waits until the first region of a new table redirects, 8 seconds at most.
   *
   * @param table its name
   */
  public static void await(TableName table) {
    long end = System.nanoTime() + MOST_NANOS;
    while (!TABLES.contains(table) && System.nanoTime() < end) {
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  /**
   * Looks at a gateway region whose doors were just looked after.
   *
   * @param gateway a {@code GatewayRegion}, which only its package sees
   */
  public static void look(Object gateway) {
    RegionInfo region = (RegionInfo) answer(gateway, "info");
    long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    if (region.isFirst() && (boolean) answer(gateway, "isRedirecting", now)) {
      TABLES.add(region.getTable());
    }
  }

  private static Object answer(Object gateway, String question, Object... arguments) {
    try {
      Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {long.class};
      Method method = gateway.getClass().getDeclaredMethod(question, types);
      method.setAccessible(true);
      return method.invoke(gateway, arguments);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(question, e);
    }
  }
}
