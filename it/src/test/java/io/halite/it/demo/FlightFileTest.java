package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlightFileTest {
  @Test
  void flightsHaveDistinctKeysOf18BytesInOrder() throws Exception {
    List<String> keys = FlightFile.first(FlightFile.COUNT).stream().map(Flight::key).toList();
    assertThat(keys).hasSize(20_000).isSorted().doesNotHaveDuplicates();
    assertThat(keys).allMatch(key -> key.matches("[0-9]{12}[A-Z]{6}"));
  }

  @Test
  void aLineOfAnotherShapeIsRefused() {
    assertThatThrownBy(() -> Flight.parse("200101010001,ANC,LAX"))
        .hasMessageContaining("'200101010001,ANC,LAX' is not departure,origin");
  }
}
