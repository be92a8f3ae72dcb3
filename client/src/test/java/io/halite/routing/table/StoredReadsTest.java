package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class StoredReadsTest {
  private static final byte[] ROW = {'r'};
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

  /** A family may keep a thousand versions of which a reader wants one. */
  @Test
  void eachPlaceIsAskedForTheVersionsThatTheJoinCanNeed() throws Exception {
    assertThat(versionsOfPlaces(new Get(ROW))).isEqualTo(1);
    assertThat(versionsOfPlaces(new Get(ROW).readVersions(3))).isEqualTo(3);
    assertThat(versionsOfPlaces(new Get(ROW).readAllVersions())).isEqualTo(Integer.MAX_VALUE);
    assertThat(versionsOfPlaces(new Get(ROW).setFilter(new KeyOnlyFilter())))
        .as("the filter sees all of them")
        .isEqualTo(Integer.MAX_VALUE);
    Get raw = new Get(ROW).setAttribute("_raw_", Bytes.toBytes(true));
    assertThat(versionsOfPlaces(raw)).isEqualTo(2);
    assertThat(versionsOfPlaces(new Get(raw).readAllVersions())).isEqualTo(Integer.MAX_VALUE);
  }

  private int versionsOfPlaces(Get natural) throws Exception {
    KeyRange image = KeyRange.of(new byte[] {1}, new byte[] {2});
    Scan scan = reads.copiesForJoin(new Scan(natural), List.of(image), 0).get(0);
    Get get = reads.copyForJoin(ROW, natural);
    assertThat(scan.getMaxVersions()).isEqualTo(get.getMaxVersions());
    assertThat(get.getFilter()).isNull();
    return get.getMaxVersions();
  }
}
