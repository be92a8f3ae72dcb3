package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.Service;
import io.halite.routing.latest.LatestHandler;
import io.halite.routing.latest.LatestServices;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.junit.jupiter.api.Test;

class EndpointHookTest {
  private static final class Judging implements EndpointObserver {
    @Override
    public Message preEndpointInvocation(
        ObserverContext<RegionCoprocessorEnvironment> ctx,
        Service service,
        String method,
        Message request) {
      return request;
    }
  }

  private static final class Silent implements EndpointObserver {}

  /** The hook of HBase 3, with the types of its shaded protobuf. */
  interface HookOfHBase3 {
    org.apache.hbase.thirdparty.com.google.protobuf.Message preEndpointInvocation(
        ObserverContext<RegionCoprocessorEnvironment> ctx,
        org.apache.hbase.thirdparty.com.google.protobuf.Service service,
        String method,
        org.apache.hbase.thirdparty.com.google.protobuf.Message request);
  }

  interface WithoutHook {}

  @Test
  void aClassThatOverridesTheHookJudges() {
    assertThat(EndpointHook.objection(Judging.class)).isEmpty();
  }

  @Test
  void aClassThatOverridesNothingDoesNot() {
    assertThat(EndpointHook.objection(Silent.class)).isPresent();
  }

  @Test
  void aClassWithTheTypesOfHBase2DoesNotJudgeOnHBase3() {
    assertThat(EndpointHook.objection(HookOfHBase3.class, Judging.class).orElseThrow())
        .contains("thirdparty")
        .contains("built for this HBase");
    assertThat(EndpointHook.objection(WithoutHook.class, Judging.class)).isPresent();
  }

  /** HBase 3 would cast the endpoint, and abort the server. */
  @Test
  void anEndpointOfHBase2IsGivenToHBase2Alone() {
    Service endpoint =
        LatestServices.of(
            new LatestHandler() {
              @Override
              public String spec() {
                return "";
              }

              @Override
              public Page latest(PageRequest request) {
                throw new UnsupportedOperationException("nobody asks");
              }
            });
    assertThat(EndpointHook.served(endpoint)).containsExactly(endpoint);
    assertThat(EndpointHook.served(HookOfHBase3.class, endpoint)).isEmpty();
  }
}
