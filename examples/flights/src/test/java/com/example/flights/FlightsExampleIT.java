package com.example.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.plugin.SaltedConnection;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

/** The example runs, on an HBase in this JVM. */
class FlightsExampleIT {
  private static final String EXPECTED =
      """
      delay of ATL 08:00 SFO: 10
      to LAX or SFO:
        ATL 2026-11-23T08:00:00Z SFO
        ATL 2026-11-23T06:00:00Z LAX
        DFW 2026-11-23T08:00:00Z SFO
        DFW 2026-11-23T06:00:00Z LAX
        ORD 2026-11-23T08:00:00Z SFO
        ORD 2026-11-23T06:00:00Z LAX
      flights, counted in any order: 12
      the last two of each airport:
        ATL 2026-11-23T09:00:00Z ANC
        ATL 2026-11-23T08:00:00Z SFO
        DFW 2026-11-23T09:00:00Z ANC
        DFW 2026-11-23T08:00:00Z SFO
        ORD 2026-11-23T09:00:00Z ANC
        ORD 2026-11-23T08:00:00Z SFO
      """;

  @Test
  void itWritesAndReadsFlightsUnderNaturalKeys() throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
        Connection connection = ConnectionFactory.createConnection(cluster.configuration());
        PrintStream out = new PrintStream(written, false, StandardCharsets.UTF_8)) {
      assertThat(connection).isInstanceOf(SaltedConnection.class);
      new Flights(connection, out).run();
    }
    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactlyElementsOf(EXPECTED.lines().toList());
  }
}
