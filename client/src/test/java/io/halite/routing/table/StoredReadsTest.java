package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

class StoredReadsTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("salt=hash(*) % 256");

  private final StoredReads reads = new StoredReads(Mark.of(SPEC));

  @Test
  void theImageBehindTheLastPrefixHasNoStop() throws Exception {
    List<KeyRange> images = SPEC.salt().images(KeyRange.of(new byte[0], new byte[0]));
    KeyRange last = images.get(255);
    Scan forward = reads.copies(new Scan(), List.of(last), 0).get(0);
    assertThat(forward.getStartRow()).isEqualTo(new byte[] {(byte) 0xFF});
    assertThat(forward.includeStartRow()).isTrue();
    assertThat(forward.getStopRow()).isEmpty();
    Scan reversed = reads.copies(new Scan().setReversed(true), List.of(last), 0).get(0);
    assertThat(reversed.getStartRow()).isEmpty();
    assertThat(reversed.includeStartRow()).isTrue();
    assertThat(reversed.getStopRow()).isEqualTo(new byte[] {(byte) 0xFF});
    assertThat(reversed.includeStopRow()).isTrue();
  }

  @Test
  void theReadPointOfTheGatewayIsNotHandedOn() throws Exception {
    Scan natural = new Scan();
    PackagePrivateFieldAccessor.setMvccReadPoint(natural, 17);
    Scan stored =
        reads.copies(natural, SPEC.salt().images(KeyRange.of(new byte[0], new byte[0])), 0).get(0);
    assertThat(PackagePrivateFieldAccessor.getMvccReadPoint(stored)).isEqualTo(-1);
    assertThat(PackagePrivateFieldAccessor.getMvccReadPoint(natural)).isEqualTo(17);
  }

  @Test
  void aScanWithoutLimitHasCopiesWithoutLimit() throws Exception {
    KeyRange image = KeyRange.of(new byte[] {1}, new byte[] {2});
    assertThat(reads.copies(new Scan().setLimit(5), List.of(image), 0).get(0).getLimit())
        .isEqualTo(-1);
    assertThat(reads.copies(new Scan(), List.of(image), 5).get(0).getLimit()).isEqualTo(5);
    assertThat(reads.copies(new Scan(), List.of(), 5)).isEmpty();
  }
}
