package io.halite.coprocessor;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * Refuses endpoints of other coprocessors on salted tables, since they expect natural keys.
 *
 * <p>They would read a region's stored rows under a natural range, and return wrong answers without
 * an error. Rows that {@code MultiRowMutationService} would change atomically lie in several
 * regions. The site can allow services that do not touch rows, by their names.
 */
final class ForeignEndpoints implements EndpointObserver {
  private static final String OWN = "halite.";

  private final Guard guard;
  private final Guard.Answering<RegionRole> role;

  ForeignEndpoints(Guard guard, Guard.Answering<RegionRole> role) {
    this.guard = guard;
    this.role = role;
  }

  @Override
  public Message preEndpointInvocation(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Service service,
      String method,
      Message request)
      throws IOException {
    guard.run(
        "preEndpointInvocation",
        () -> role.run().endpoint(service.getDescriptorForType().getFullName()));
    return request;
  }

  /**
   * Refuses a service that is neither Halite's nor allowed by the site.
   *
   * @param service the full name of the service
   */
  static void requireAllowed(String service, RegionCoprocessorEnvironment env)
      throws DoNotRetryIOException {
    Set<String> allowed = RegionSettings.of(env).names(Setting.ENDPOINTS_ALLOWED);
    if (!service.startsWith(OWN) && !allowed.contains(service)) {
      throw new DoNotRetryIOException(
          "endpoint "
              + service
              + " would see stored keys where it expects natural ones, on table '"
              + env.getRegionInfo().getTable()
              + "': if it touches no rows, name it in "
              + Setting.ENDPOINTS_ALLOWED.key()
              + " (hbase-site.xml of the region servers)");
    }
  }
}
