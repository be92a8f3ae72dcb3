package io.halite.coprocessor;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.halite.coprocessor.table.RegionSettings;
import io.halite.coprocessor.table.Setting;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * Refuses endpoints of other coprocessors on salted tables, since they expect natural keys.
 *
 * <p>They would read a region's stored rows under a natural range, and return wrong answers without
 * an error. The site, or the table for itself, can allow services that do not touch rows, by their
 * names. HBase's own services that touch rows are refused even then, with what to use instead.
 */
final class ForeignEndpoints implements EndpointObserver {
  private static final String OWN = "halite.";

  /** What takes the place of each service of HBase that reads or writes rows. */
  private static final Map<String, String> INSTEAD =
      Map.of(
          "hbase.pb.AggregateService",
          "a range of natural keys lies in other regions than those that the client calls: scan the"
              + " range and aggregate its rows in the client, or count rows by RowCounter",
          "hbase.pb.MultiRowMutationService",
          "rows that change as one lie in many regions: change each row by mutateRow or"
              + " checkAndMutate, or keep what changes as one in one row",
          "hbase.pb.RowProcessorService",
          "it changes rows below the hooks that salt: change one row by mutateRow or"
              + " checkAndMutate",
          "hbase.pb.BulkDeleteService",
          "a range of natural keys lies in other regions than those that the client calls: delete"
              + " what a scan returns, or use the shell's delete_by_prefix",
          "hbase.pb.RowCountService",
          "it counts stored rows, under some salts several for one natural row: count by RowCounter"
              + " or by the shell's count",
          "hbase.pb.ExportService",
          "it writes stored keys into files: export by the job Export");

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
   * Refuses a service that touches rows, and any that is neither Halite's nor allowed by the table
   * or the site.
   *
   * @param service the full name of the service
   */
  static void requireAllowed(String service, RegionCoprocessorEnvironment env)
      throws DoNotRetryIOException {
    if (service.startsWith(OWN)) {
      return;
    }
    String instead = INSTEAD.get(service);
    if (instead != null) {
      throw refusal(service, env, instead);
    }
    Set<String> allowed = RegionSettings.of(env).names(Setting.ENDPOINTS_ALLOWED);
    if (!allowed.contains(service)) {
      throw refusal(
          service,
          env,
          "if it touches no rows, name it in "
              + Setting.ENDPOINTS_ALLOWED.key()
              + " (CONFIGURATION of the table, or hbase-site.xml of the region servers)");
    }
  }

  private static DoNotRetryIOException refusal(
      String service, RegionCoprocessorEnvironment env, String cure) {
    return new DoNotRetryIOException(
        "endpoint "
            + service
            + " would see stored keys where it expects natural ones, on table '"
            + env.getRegionInfo().getTable()
            + "': "
            + cure);
  }
}
