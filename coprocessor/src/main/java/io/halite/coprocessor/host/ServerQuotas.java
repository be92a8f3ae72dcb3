package io.halite.coprocessor.host;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.quotas.QuotaUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.QuotaProtos.Quotas;

/** The quotas of users, as servers keep them in {@code hbase:quota}. Stateless. */
public final class ServerQuotas {
  private ServerQuotas() {}

  /** Whether a site turns on quotas. */
  public static boolean areOn(Configuration site) {
    return QuotaUtil.isQuotaEnabled(site);
  }

  /** Whether a user is set GLOBAL_BYPASS. */
  public static boolean areBypassed(Connection connection, String user) throws IOException {
    return areBypassed(Optional.ofNullable(QuotaTableUtil.getUserQuota(connection, user)));
  }

  static boolean areBypassed(Optional<Quotas> quotas) {
    return quotas.isPresent() && quotas.get().getBypassGlobals();
  }
}
