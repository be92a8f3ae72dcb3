package io.halite.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to a salted table, where the servers and their clients know each other by Kerberos. */
class KerberosIT {
  private static KerberosAnswers answers;

  @BeforeAll
  static void ask(@TempDir Path keys) throws Exception {
    answers =
        KerberosAnswers.ask(
            Path.of("target", "kerberos"), keys, Duration.ofHours(1), Duration.ZERO);
  }

  @Test
  void aClientWithAKeytabIsAnswered() {
    answers.assertAll("alice by keytab", "answered");
  }

  @Test
  void aClientWithADelegationTokenIsAnswered() {
    answers.assertAll("alice by token", "answered");
  }

  @Test
  void thePlugInGoesStraightToTheOwnersWithAKeytabAndWithADelegationToken() {
    for (String who : new String[] {"carol by keytab and plug-in", "carol by token and plug-in"}) {
      answers.assertAll(who, "answered");
      assertThat(answers.lines()).contains(who + " goes straight");
    }
  }

  @Test
  void thePlugInOfWhoMayNotReadTheDescriptorGoesStraightToo() {
    answers.assertAll("alice by keytab and plug-in", "answered");
    assertThat(answers.lines())
        .contains(
            "alice by keytab and plug-in goes straight", "alice by keytab goes by the gateways");
  }

  @Test
  void whoHasNoRightsIsDeniedEverything() {
    answers.assertAll("mallory", "denied");
  }

  @Test
  void whoIsSentToADoorHasTheSameRightsThere() {
    for (String who : new String[] {"alice at a door by keytab", "alice at a door by token"}) {
      assertThat(answers.of(who))
          .hasSize(7)
          .allMatch(line -> line.endsWith(": answered") && !line.contains("at the gateway"));
    }
    assertThat(answers.of("mallory at a door"))
        .hasSize(7)
        .contains("put and get: denied")
        .allMatch(line -> line.endsWith(": denied"));
    assertThat(answers.of("served as a guest"))
        .singleElement()
        .satisfies(count -> assertThat(Long.parseLong(count)).isGreaterThanOrEqualTo(40));
  }

  @Test
  void whoProvesNothingIsRefused() {
    assertThat(answers.of("alice by her word")).singleElement().asString().startsWith("failed");
  }

  @Test
  void theGatewaysAskedOwnersOnAnotherServer() {
    assertThat(answers.of("forwards to another server"))
        .singleElement()
        .satisfies(count -> assertThat(Long.parseLong(count)).isGreaterThan(50));
  }
}
