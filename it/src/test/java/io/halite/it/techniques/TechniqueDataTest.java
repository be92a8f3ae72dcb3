package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.oracle.KeyForm;
import io.halite.it.oracle.TechniqueData;
import io.halite.it.techniques.TechniquesPage.Section;
import io.halite.keys.SaltingSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The data that the sections of docs/techniques.md are run with. */
class TechniqueDataTest {
  private static final int KEYS = 2_000;

  @ParameterizedTest
  @MethodSource("io.halite.it.techniques.TechniquesPage#all")
  void everyKeyFitsTheSectionAsItIs(Section section) {
    SaltingSpec spec = SaltingSpec.parse(section.line());
    KeyForm form = KeyForm.of(spec);
    Random random = new Random(1);
    for (int i = 0; i < KEYS; i++) {
      byte[] key = section.data().key(spec.layout(), random);
      assertThat(spec.layout().accepts(key)).as("%s", spec.layout().read(key)).isTrue();
      assertThat(spec.salt().places(key)).isNotEmpty();
      assertThat(form.fit(key)).isEqualTo(key);
    }
  }

  @Test
  void everyDataIsThatOfASection() throws Exception {
    assertThat(TechniquesPage.all()).extracting(Section::data).contains(TechniqueData.values());
  }

  @Test
  void aSectionWithoutDataIsRefused() {
    assertThatThrownBy(() -> TechniqueData.named(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("data 'null' is none of [flights by minute and airports, ");
  }
}
