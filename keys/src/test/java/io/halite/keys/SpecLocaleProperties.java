package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A spec is the same in every JVM, also where {@code %d} prints other digits than ASCII's. */
class SpecLocaleProperties {
  private static final Locale PERSIAN = Locale.forLanguageTag("fa-IR");

  @Provide
  Arbitrary<String> specs() {
    return Specs.specs().map(SaltingSpec::toString);
  }

  private static <T> T under(Locale locale, Supplier<T> act) {
    Locale given = Locale.getDefault();
    Locale.setDefault(locale);
    try {
      return act.get();
    } finally {
      Locale.setDefault(given);
    }
  }

  @Property
  void textAndFingerprintAreThoseOfAnyOtherLocale(@ForAll("specs") String text) {
    assertThat(under(PERSIAN, () -> "%d".formatted(4))).isEqualTo("\u06F4");
    SaltingSpec root = under(Locale.ROOT, () -> SaltingSpec.parse(text));
    SaltingSpec persian = under(PERSIAN, () -> SaltingSpec.parse(text));
    assertThat(persian).hasToString(root.toString()).isEqualTo(root);
    assertThat(persian.salt()).isEqualTo(root.salt());
    assertThat(persian.storesAs(root)).isTrue();
    assertThat(persian.fingerprint()).isEqualTo(root.fingerprint());
    assertThat(under(PERSIAN, () -> SaltingSpec.parse(persian.toString()))).isEqualTo(root);
    assertThat(under(PERSIAN, () -> root.salt().toString())).isEqualTo(root.salt().toString());
  }
}
