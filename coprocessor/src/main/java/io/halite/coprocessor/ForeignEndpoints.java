package io.halite.coprocessor;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * Refuses endpoints that know nothing of salt.
 *
 * <p>They read a region's stored rows under a natural range, which is wrong in silence; and rows
 * that {@code MultiRowMutationService} would change as one lie in many regions. Services that do
 * not touch rows can be allowed by name.
 */
final class ForeignEndpoints implements EndpointObserver {
  private static final String OWN = "halite.";

  private final Guard guard;
  private final Supplier<RegionState> state;

  ForeignEndpoints(Guard guard, Supplier<RegionState> state) {
    this.guard = guard;
    this.state = state;
  }

  @Override
  public Message preEndpointInvocation(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      Service service,
      String method,
      Message request)
      throws IOException {
    guard.run("preEndpointInvocation", () -> check(ctx.getEnvironment(), service));
    return request;
  }

  private static Set<String> allowed(RegionCoprocessorEnvironment env) {
    return RegionSettings.of(env).names(Setting.ENDPOINTS_ALLOWED);
  }

  private void check(RegionCoprocessorEnvironment env, Service service) throws IOException {
    if (!state.get().forwards()) {
      return;
    }
    String name = service.getDescriptorForType().getFullName();
    Set<String> allowed = allowed(env);
    if (!name.startsWith(OWN) && !allowed.contains(name)) {
      throw new DoNotRetryIOException(
          "endpoint "
              + name
              + " would see stored keys where it expects natural ones, on table '"
              + env.getRegionInfo().getTable()
              + "'; if it touches no rows, name it in "
              + Setting.ENDPOINTS_ALLOWED.key()
              + " (hbase-site.xml of the region servers)");
    }
  }
}
