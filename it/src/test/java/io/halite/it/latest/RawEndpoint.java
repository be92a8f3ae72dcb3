package io.halite.it.latest;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Sends any bytes to an endpoint, over the wire, as the request of any method, and without a retry.
 */
record RawEndpoint(EmbeddedCluster cluster, TableName table) {
  /** What the region of a row answers to {@code request} as a request for newest rows. */
  byte[] latest(byte[] row, byte[] request) throws IOException {
    return call(row, "halite.LatestService", "Latest", request);
  }

  byte[] call(byte[] row, String service, String method, byte[] request) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table)) {
      HRegionLocation place = locator.getRegionLocation(row);
      return ((ClusterConnection) cluster.connection())
          .getClient(place.getServerName())
          .execService(
              null,
              CoprocessorServiceRequest.newBuilder()
                  .setRegion(
                      RequestConverter.buildRegionSpecifier(
                          RegionSpecifierType.REGION_NAME, place.getRegion().getRegionName()))
                  .setCall(
                      CoprocessorServiceCall.newBuilder()
                          .setRow(ByteString.copyFrom(row))
                          .setServiceName(service)
                          .setMethodName(method)
                          .setRequest(ByteString.copyFrom(request)))
                  .build())
          .getValue()
          .getValue()
          .toByteArray();
    } catch (ServiceException e) {
      throw ProtobufUtil.handleRemoteException(e);
    }
  }
}
