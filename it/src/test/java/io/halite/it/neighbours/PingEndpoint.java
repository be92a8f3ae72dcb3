package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.CountRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.CountResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.HelloRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.HelloResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.IncrementCountRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.IncrementCountResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.NoopRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.NoopResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingService;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An endpoint of users: {@code ping} touches no row, {@code hello} gets the row of its name from
 * the region, {@code increment} puts row {@code row} to the region.
 */
public final class PingEndpoint extends PingService implements RegionCoprocessor {
  private RegionCoprocessorEnvironment env;

  @Override
  public void start(CoprocessorEnvironment started) {
    env = (RegionCoprocessorEnvironment) started;
  }

  @Override
  public Iterable<Service> getServices() {
    return List.of(this);
  }

  @Override
  public void ping(RpcController controller, PingRequest request, RpcCallback<PingResponse> done) {
    done.run(PingResponse.newBuilder().setPong("pong").build());
  }

  @Override
  public void hello(
      RpcController controller, HelloRequest request, RpcCallback<HelloResponse> done) {
    HelloResponse.Builder response = HelloResponse.newBuilder();
    try {
      byte[] value = env.getRegion().get(new Get(Bytes.toBytes(request.getName()))).value();
      if (value != null) {
        response.setResponse(Bytes.toString(value));
      }
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    }
    done.run(response.build());
  }

  @Override
  public void increment(
      RpcController controller,
      IncrementCountRequest request,
      RpcCallback<IncrementCountResponse> done) {
    try {
      env.getRegion().put(new Put(Bytes.toBytes("row")).addColumn(F, Q, Bytes.toBytes("put")));
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    }
    done.run(IncrementCountResponse.newBuilder().setCount(1).build());
  }

  @Override
  public void count(
      RpcController controller, CountRequest request, RpcCallback<CountResponse> done) {
    done.run(CountResponse.newBuilder().setCount(0).build());
  }

  @Override
  public void noop(RpcController controller, NoopRequest request, RpcCallback<NoopResponse> done) {
    done.run(NoopResponse.getDefaultInstance());
  }
}
