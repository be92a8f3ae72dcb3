package io.halite.coprocessor;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.halite.coprocessor.table.RegionSettings;
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
  /** Site configuration: full names of services that may run on salted tables. */
  static final String ALLOWED_KEY = "halite.endpoints.allowed";

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
    Set<String> allowed =
        Set.copyOf(RegionSettings.of(env).site().getTrimmedStringCollection(ALLOWED_KEY));
    if (!service.startsWith(OWN) && !allowed.contains(service)) {
      throw new DoNotRetryIOException(
          "endpoint "
              + service
              + " would see stored keys where it expects natural ones, on table '"
              + env.getRegionInfo().getTable()
              + "': if it touches no rows, name it in "
              + ALLOWED_KEY
              + " (hbase-site.xml of the region servers)");
    }
  }
}
