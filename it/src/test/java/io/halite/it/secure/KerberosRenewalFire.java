package io.halite.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forwards go on when the servers' tickets have ended, over connections that are new each time. */
class KerberosRenewalFire {
  private static final Duration TICKETS = Duration.ofSeconds(30);
  private static final Duration GO_ON = Duration.ofSeconds(100);
  private static final int SERVERS = 3;

  @Test
  void forwardsOutliveTheTicketsOfTheServers(@TempDir Path keys) throws Exception {
    Path directory = Path.of("target", "kerberos-renewal");
    KerberosAnswers answers = KerberosAnswers.ask(directory, keys, TICKETS, GO_ON);
    answers.assertAll("later, alice by keytab", "answered");
    answers.assertAll("later, alice by token", "answered");
    List<String> issued = Files.readAllLines(directory.resolve("child.log"));
    long logins =
        count(issued, "AS_REQ ISSUE", "hbase/localhost@" + KeyDistribution.REALM + " for");
    long connections = count(issued, "TGS_REQ ISSUE", "hbase/localhost for hbase/localhost");
    System.out.printf(
        "fire: kerberos: %d logins of %d servers, %d tickets of servers for servers; %d answers%n",
        logins, SERVERS, connections, answers.of("later, alice by keytab").size());
    assertThat(logins).as("logins of the servers").isGreaterThanOrEqualTo(3 * SERVERS);
    assertThat(connections).as("tickets of servers for servers").isGreaterThan(SERVERS + 2);
  }

  private static long count(List<String> lines, String request, String who) {
    return lines.stream().filter(line -> line.contains(request) && line.contains(who)).count();
  }
}
