package io.halite.client.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers that users give to commands of the shell; they are read before a server is asked. */
class CountOptionTest {
  private static final String RULE = "is not a whole number of at least 1: correct it in";

  /** As JRuby passes them. */
  private static Stream<Object> noCounts() {
    return Stream.of(0L, -5L, 2.9, 1e3, 5_000_000_000L, "many", "");
  }

  @ParameterizedTest
  @MethodSource("noCounts")
  void findByRefusesALimitThatIsNoNumberOfRows(Object limit) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> IndexCommands.find(null, "t", "byOrder", new byte[] {'1'}, Map.of(), limit))
        .withMessageStartingWith("LIMIT '" + limit + "' " + RULE);
  }

  @ParameterizedTest
  @MethodSource("noCounts")
  void createSaltedRefusesRegionsThatAreNoNumber(Object regions) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cuts.regions(regions))
        .withMessageStartingWith("REGIONS '" + regions + "' " + RULE);
  }

  @Test
  void aCountIsReadAsItIsWritten() {
    assertThat(CountOption.of("LIMIT", 100L)).isEqualTo(100);
    assertThat(CountOption.of("LIMIT", "100")).isEqualTo(100);
    assertThat(CountOption.of("LIMIT", Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
  }
}
