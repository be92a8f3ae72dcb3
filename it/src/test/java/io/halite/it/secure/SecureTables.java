package io.halite.it.secure;

import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables whose gateway lies on one server, and all of whose owners lie on another. */
final class SecureTables {
  static final TableName HISTORIES = TableName.valueOf("histories");
  static final TableName ORDERS = TableName.valueOf("orders");
  static final TableName ENTRIES = TableName.valueOf("orders-byBuyer");
  static final byte[] F = Bytes.toBytes("f");

  private static final String HISTORIES_SPEC = "key=unit:3 ts:8:revtime tie:*,salt=hash(unit) % 4";
  private static final String ORDERS_SPEC =
      "key=shop:3 number:*,salt=hash(shop) % 4,index=byBuyer(f:buyer)";
  static final byte[] GATEWAY = {'A'};

  private SecureTables() {}

  static void create(Connection connection, ServerName gateway, ServerName owners)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      TestTable.named(HISTORIES)
          .salted(HISTORIES_SPEC)
          .coprocessor(TestTable.LATEST_ENDPOINT)
          .splitBuckets()
          .splits(GATEWAY)
          .create(connection);
      TestTable.named(ORDERS).salted(ORDERS_SPEC).splitBuckets().splits(GATEWAY).create(connection);
      for (TableName table : List.of(HISTORIES, ORDERS)) {
        for (RegionInfo region : admin.getRegions(table)) {
          boolean isGateway = Bytes.equals(region.getStartKey(), GATEWAY);
          admin.move(region.getEncodedNameAsBytes(), isGateway ? gateway : owners);
        }
      }
      for (RegionInfo region : admin.getRegions(ENTRIES)) {
        admin.move(region.getEncodedNameAsBytes(), gateway);
      }
    }
  }
}
