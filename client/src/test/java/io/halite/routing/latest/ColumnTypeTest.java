package io.halite.routing.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTypeTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 42, Long.MAX_VALUE, Long.MIN_VALUE})
  void longsAreReadAsHBaseWritesThem(long value) {
    assertThat(ColumnType.LONG.decode(Bytes.toBytes(value))).isEqualTo(BigDecimal.valueOf(value));
    assertThat(ColumnType.INT.decode(Bytes.toBytes((int) value)))
        .isEqualTo(BigDecimal.valueOf((int) value));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, -2.5e300, Double.MIN_VALUE, Double.MAX_VALUE})
  void doublesAreReadExactly(double value) {
    assertThat(ColumnType.DOUBLE.decode(Bytes.toBytes(value)).doubleValue()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"7,7", "-12.50,-12.5", "1E3,1000", "1e-1000,1e-1000"})
  void decimalsAreReadAsText(String text, BigDecimal value) {
    assertThat(ColumnType.DECIMAL.decode(Bytes.toBytes(text))).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1 ", "1E1001", "1E999999999", "1E-999999999", "NaN", "0x10"})
  void textThatIsNoSmallNumberIsRefused(String text) {
    assertThatThrownBy(() -> ColumnType.DECIMAL.decode(Bytes.toBytes(text)))
        .isInstanceOf(NumberFormatException.class)
        .hasMessageContaining("given");
  }

  @Test
  void aValueOfAnotherWidthOrNotFiniteIsRefused() {
    assertThatThrownBy(() -> ColumnType.LONG.decode(new byte[7]))
        .hasMessage("7 bytes given, 8 expected of type LONG");
    assertThatThrownBy(() -> ColumnType.DOUBLE.decode(Bytes.toBytes(Double.NaN)))
        .hasMessageContaining("a finite number expected");
  }

  @Test
  void aMeanHasThirtyFourDigits() {
    BigDecimal one = BigDecimal.ONE;
    assertThat(new Aggregate(3, one, one, one, one, one).mean())
        .isEqualTo(new BigDecimal("0.3333333333333333333333333333333333"));
  }
}
