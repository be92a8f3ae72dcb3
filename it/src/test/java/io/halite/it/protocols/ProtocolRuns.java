package io.halite.it.protocols;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.protocols.Transcript.OfOnePlace;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends the same requests to a plain table by a server without the plug-in, and to salted ones by
 * servers with it and without it.
 */
record ProtocolRuns(EmbeddedCluster cluster, ProtocolServers servers) {
  /** So many requests of a run, at least, are forwarded if the server is without the plug-in. */
  private static final int FORWARDED = 20;

  /** The requests for rows in natural order, which a salt that scatters has gateways read. */
  private static final String IN_ORDER =
      "(old )?scan.*|a scanner that .*|(a column of |a time range of )?all rows.*|some rows.*"
          + "|rows (of a|from one key) .*";

  /** What failed, by case; empty if all answers are equal. */
  Map<ProtocolCase, Throwable> failures(List<ProtocolCase> cases) {
    Map<ProtocolCase, Throwable> failures = new LinkedHashMap<>();
    for (ProtocolCase each : cases) {
      try {
        check(each);
      } catch (Exception | AssertionError e) {
        System.out.printf("failed: %s: %s%n", each, e);
        failures.put(each, e);
      }
    }
    return failures;
  }

  private void check(ProtocolCase what) throws Exception {
    Transcript plain = run(what, Optional.empty(), false);
    Transcript gateways = run(what, Optional.of(what.salt().spec()), false);
    Transcript direct = run(what, Optional.of(what.salt().spec()), true);
    assertThat(gateways.differences(plain)).as("without the plug-in").isEmpty();
    assertThat(direct.differences(plain)).as("with the plug-in").isEmpty();
    assertThat(plain.forwarded()).isEmpty();
    if (what.hasOwners()) {
      assertThat(gateways.forwarded()).hasSizeGreaterThan(FORWARDED);
      assertThat(direct.forwarded()).as("forwarded").isEmpty();
    }
    if (what.scatters()) {
      assertThat(gateways.forwarded()).hasSizeGreaterThan(FORWARDED);
      assertThat(direct.forwarded())
          .as("forwarded: rows in natural order alone")
          .allMatch(request -> request.matches(IN_ORDER));
    }
    if (!what.salt().spec().salt().isSinglePlace()) {
      assertThat(direct.refusals()).isEqualTo(gateways.refusals()).isNotEmpty();
      assertThat(direct.refusals().values())
          .allSatisfy(refusal -> assertThat(refusal).contains("needs its row in one place"));
    }
  }

  private Transcript run(ProtocolCase what, Optional<SaltingSpec> spec, boolean plugIn)
      throws Exception {
    Keys keys = Keys.of(what.salt());
    try (TestTable table = create(what, spec, keys)) {
      Transcript said = new Transcript(table.name().getNameAsString(), ofOnePlace(what, spec));
      int port = servers.port(what.protocol(), plugIn);
      return switch (what.protocol()) {
        case REST -> RestRequests.send(port, said, keys);
        case THRIFT -> ThriftRequests.send(port, said, keys);
        case THRIFT2 -> Thrift2Requests.send(port, said, keys);
      };
    }
  }

  private static OfOnePlace ofOnePlace(ProtocolCase what, Optional<SaltingSpec> spec) {
    if (what.salt().spec().salt().isSinglePlace()) {
      return OfOnePlace.ANSWERED;
    }
    return spec.isPresent() ? OfOnePlace.REFUSED : OfOnePlace.LEFT_OUT;
  }

  /** Twins have the same regions; owners and gateways differ for most keys. */
  private TestTable create(ProtocolCase what, Optional<SaltingSpec> spec, Keys keys)
      throws Exception {
    List<byte[]> stored = new ArrayList<>();
    keys.all().forEach(key -> stored.add(what.salt().spec().salt().salt(key, 0)));
    stored.sort(KeyBytes::compare);
    TablePlan plan = TestTable.numbered("protocols").versions(3).families(F).logLater();
    plan.splits(keys.inOrder(0), keys.inOrder(6), stored.get(stored.size() / 2));
    spec.ifPresent(of -> plan.salted(of.toString()));
    return plan.create(cluster);
  }
}
