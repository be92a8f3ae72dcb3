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
  void thePlugInOfWhoMayNotReadTheDescriptorGoesByTheGateways() {
    answers.assertAll("alice by keytab and plug-in", "answered");
    assertThat(answers.lines()).contains("alice by keytab and plug-in goes by the gateways");
  }

  @Test
  void whoHasNoRightsIsDeniedEverything() {
    answers.assertAll("mallory", "denied");
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
