package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassRangeTest {
  @Test
  void rangeAndDirectionTravelWithTheScan() throws IOException {
    for (KeyRange range :
        List.of(
            KeyRange.all(), KeyRange.prefix(new byte[] {0x41}), KeyRange.point(new byte[] {0}))) {
      for (boolean reversed : List.of(true, false)) {
        Scan scan = new Scan();
        new PassRange(range, reversed).putOn(scan);
        assertThat(PassRange.of(scan)).contains(new PassRange(range, reversed));
      }
    }
    assertThat(PassRange.of(new Scan())).isEmpty();
  }

  @Test
  void formIsThatOfTheDocumentation() {
    Scan scan = new Scan();
    new PassRange(KeyRange.prefix(new byte[] {0x41}), false).putOn(scan);
    assertThat(KeyBytes.readable(scan.getAttribute("halite.pass")))
        .isEqualTo("01 00 00 00 00 01 41 42");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "01", // no direction
        "01 00 00 00", // half a length
        "01 00 00 00 00 02 41", // a start cut off
        "01 00 FF FF FF FF", // a negative length
        "01 00 7F FF FF FF 41", // a length beyond all bytes
        "02 00 00 00 00 00", // another version
        "01 02 00 00 00 00", // no direction of the two
      })
  void malformedAttributesAreRefused(String bytes) {
    Scan scan = new Scan();
    scan.setAttribute("halite.pass", KeyBytes.parseReadable(bytes));
    assertThatThrownBy(() -> PassRange.of(scan))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("halite.pass");
  }

  @Test
  void scansOfAPassAreUnlimitedInTheDirectionOfTheUsersScan() throws IOException {
    SaltingSpec spec = SaltingSpec.parse("salt=md5(*)[0:4]");
    Scan natural = new Scan().setReversed(true).setLimit(3).setBatch(2);
    List<Scan> scans =
        new StoredReads(Mark.of(spec)).pass(natural, List.of(KeyRange.all()), KeyRange.all());
    assertThat(scans).hasSize(1);
    assertThat(scans.get(0).isReversed()).isTrue();
    assertThat(scans.get(0).getLimit()).isEqualTo(-1);
    assertThat(scans.get(0).getBatch()).isEqualTo(-1);
    assertThat(Mark.isOn(scans.get(0))).isTrue();
    assertThat(PassRange.of(scans.get(0)).orElseThrow().reversed()).isTrue();
    assertThat(natural.isReversed()).isTrue();
  }
}
