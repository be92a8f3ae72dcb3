package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A key that is read segment by segment is put together again as it was. */
class RowKeyProperties {
  record Case(KeyLayout layout, byte[] key) {}

  @Provide
  Arbitrary<Case> cases() {
    return Specs.layouts()
        .map(KeyLayout::parse)
        .flatMap(layout -> Specs.fitting(layout).map(key -> new Case(layout, key)));
  }

  @Property
  void segmentsMakeUpTheKeyButForItsSurplus(@ForAll("cases") Case one) {
    RowKey read = one.layout().read(one.key());
    RowKeyBuilder builder = one.layout().key();
    for (Segment segment : one.layout().segments()) {
      builder.set(segment.name(), read.bytes(segment.name()));
    }
    byte[] built = builder.prefix();
    assertThat(one.key()).startsWith(built);
    assertThat(builder.range().contains(one.key())).isTrue();
    assertThat(read.toString())
        .doesNotContain("\0")
        .startsWith(one.layout().segments().get(0).name());
  }
}
