package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

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

  /** A text comes back as it was, or is refused: what is read is what was set. */
  @Property
  void paddedTextComesBackUnlessItEndsLikeItsPadding(
      @ForAll @CharRange(from = ' ', to = '~') @StringLength(max = 6) String text,
      @ForAll @IntRange(max = 3) int more,
      @ForAll @IntRange(max = 255) int padding) {
    int width = Math.max(1, text.length() + more);
    KeyLayout layout = KeyLayout.parse("a:%d:text:0x%02X b:*".formatted(width, padding));
    if (text.endsWith(String.valueOf((char) padding))) {
      assertThatThrownBy(() -> layout.key().set("a", text))
          .isInstanceOf(RowKeyException.class)
          .hasMessageContaining("a text without %02X at its end".formatted(padding));
      return;
    }
    byte[] key = layout.key().set("a", text).build();
    assertThat(key).hasSize(width);
    assertThat(layout.read(key).text("a")).isEqualTo(text);
  }
}
