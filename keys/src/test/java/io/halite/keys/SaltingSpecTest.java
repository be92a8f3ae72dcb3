package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaltingSpecTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:*,salt=none",
        "key=row:*,salt=hash(*) % 256",
        "key=origin:3 departure:12,salt=hash(origin) % 16",
        "key=a:3 b:4:int c:8:long d:8:revtime e:2:digits,salt=mod(b) % 7",
        "key=user~| order~0x00 page~~ rest:*,salt=hash(user) spread(order page % 4) % 16",
        "key=host~0x2C id:*,salt=hash(id host) % 2",
        "key=row:*,salt=phoenix % 20",
        "key=row:*,salt=hbasewd % 15",
      })
  void canonicalTextPrintsAsItIs(String text) {
    assertThat(SaltingSpec.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "salt=none > key=row:*,salt=none",
        "salt=hash(a)%4,key=a:3 > key=a:3,salt=hash(a) % 4",
        "key=a:3:text   b~0x3a,salt=hash( b  a ) % 4 > key=a:3 b~:,salt=hash(b a) % 4",
      })
  void otherWritingsPrintAsTheCanonicalOne(String text, String canonical) {
    SaltingSpec spec = SaltingSpec.parse(text);
    assertThat(spec).hasToString(canonical).isEqualTo(SaltingSpec.parse(canonical));
    assertThat(spec.salt()).isEqualTo(SaltingSpec.parse(canonical).salt());
    assertThat(spec.layout()).hasSameHashCodeAs(SaltingSpec.parse(canonical).layout());
  }

  @Test
  void attributeIsSplitAtItsFirstThreeBarsOnly() {
    String raw = "hdfs:///h.jar|io.halite.coprocessor.SaltingObserver|1001|key=a~| b:*,salt=none";
    CoprocessorAttribute attribute = CoprocessorAttribute.parse(raw);

    assertThat(attribute.path()).isEqualTo("hdfs:///h.jar");
    assertThat(attribute.className()).isEqualTo("io.halite.coprocessor.SaltingObserver");
    assertThat(attribute.priority()).isEqualTo("1001");
    assertThat(attribute.arguments()).isEqualTo("key=a~| b:*,salt=none");
    assertThat(attribute).hasToString(raw);
    assertThat(Specs.parseAttribute(raw)).hasToString("key=a~| b:*,salt=none");
  }

  @Test
  void emptyPathAndPriorityStayEmpty() {
    CoprocessorAttribute attribute = CoprocessorAttribute.parse("|c.C||salt=none");
    assertThat(attribute).isEqualTo(new CoprocessorAttribute("", "c.C", "", "salt=none"));
  }

  @Test
  void messageNamesValueRuleAndPlace() {
    assertThatThrownBy(() -> SaltingSpec.parse("key=origin:3,salt=hash(orgin) % 16"))
        .isInstanceOfSatisfying(
            SpecException.class,
            refused -> {
              assertThat(refused.key()).isEqualTo("salt");
              assertThat(refused.value()).isEqualTo("hash(orgin) % 16");
              assertThat(refused.rule())
                  .isEqualTo("segment 'orgin' is not in the layout 'origin:3'");
            })
        .hasMessage(
            "salt 'hash(orgin) % 16': segment 'orgin' is not in the layout 'origin:3'"
                + " (correct salt=… in the table's coprocessor attribute)");
  }

  /** The numbers are those of {@code printf '<text>' | sha256sum | cut -c1-16}. */
  @ParameterizedTest
  @CsvSource({
    "'key=row:*,salt=none', 4a1242908fc49ed0",
    "'key=origin:3 departure:12,salt=hash(origin) % 16', 6ddc79a9ec4f1c2b",
  })
  void fingerprintNeverChanges(String text, String sha256Start) {
    assertThat(Long.toHexString(SaltingSpec.parse(text).fingerprint())).isEqualTo(sha256Start);
  }

  /** Found by hostile input: names are looked up in lists, and 32,766 of them took seconds. */
  @Test
  void aTextLongerThanAnySpecIsNotRead() {
    assertThatThrownBy(() -> SaltingSpec.parse("salt=none," + "x".repeat(16_384)))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("it has 16394 characters; a spec has at most 16384");
  }

  @Test
  void aLayoutHasAtMost256Segments() {
    String most =
        IntStream.range(0, 256).mapToObj(i -> "s" + i + ":1").collect(Collectors.joining(" "));
    assertThat(KeyLayout.parse(most).segments()).hasSize(256);
    assertThatThrownBy(() -> KeyLayout.parse(most + " t:1"))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("it has more than 256 segments");
  }
}
