package io.halite.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Law 5 of docs/row-key-format.md: specs print back, and no text but a spec is taken for one. */
class SpecProperties {
  private static final String ALPHABET = "keysalthoixrndmgMD5(0)[1]:2~|%*,= x0Fl\t\n\u00e9-_";

  private static final List<String> VALID =
      List.of(
          "salt=none",
          "salt=hash(*) % 16",
          "key=origin:3 departure:12:digits,salt=hash(origin departure) % 256",
          "key=user~: order:8:revtime rest:*,salt=hash(user) spread(order % 4) % 16",
          "salt=mod(ts) % 10,key=host~0x00 ts:8:long",
          "key=a:4:int b~|,salt=mod(a) % 2",
          "salt=phoenix % 20",
          "key=id:36,salt=hbasewd % 15",
          "salt=md5(row)[28:32]",
          "key=a:1 b:*,salt=MD5(b a)[0:32]:",
          "key=a:1 b:2,salt=reverse(a b)",
          "key=a:1 b:2,salt=reverse(a b),scan=passes",
          "scan=pinned,salt=md5(*)[0:4]",
          "salt=random % 8",
          "salt=random % 100 digits",
          "salt=hash(*) % 100 digits",
          "salt=hash(*) % 4 letters-",
          "key=a:4,salt=random-suffix % 100 digits",
          "key=a:4:text:x b:2:text:0x3A,salt=random % 26 letters",
          "key=a:4,salt=random-suffix % 16",
          "key=a:4 b:6:digits,salt=hash(a) % 16,index=byB(b) byC(b a f:c)");

  @Provide
  Arbitrary<SaltingSpec> specs() {
    return Specs.specs();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(60),
        Arbitraries.strings().withChars(ALPHABET.toCharArray()).ofMaxLength(60));
  }

  @Provide
  Arbitrary<String> mutations() {
    return Combinators.combine(Arbitraries.of(VALID), edits(), edits())
        .as((text, a, b) -> b.apply(a.apply(text)));
  }

  /** Cuts a piece out of a text, puts other characters there, or repeats the piece. */
  private static Arbitrary<Function<String, String>> edits() {
    Arbitrary<Double> place = Arbitraries.doubles().between(0, 1);
    Arbitrary<Integer> length = Arbitraries.integers().between(0, 4);
    Arbitrary<String> insert =
        Arbitraries.strings().withChars(ALPHABET.toCharArray()).ofMaxLength(2);
    return Combinators.combine(place, length, insert, Arbitraries.of(true, false))
        .as(
            (where, cut, added, repeat) ->
                text -> {
                  int from = (int) (where * text.length());
                  int to = Math.min(text.length(), from + cut);
                  String piece = repeat ? text.substring(from, to).repeat(2) : added;
                  return text.substring(0, from) + piece + text.substring(to);
                });
  }

  @Property
  void specsPrintBack(@ForAll("specs") SaltingSpec spec) {
    SaltingSpec again = SaltingSpec.parse(spec.toString());
    assertThat(again).isEqualTo(spec).hasSameHashCodeAs(spec).hasToString(spec.toString());
    assertThat(again.layout()).isEqualTo(spec.layout());
    assertThat(again.salt()).isEqualTo(spec.salt()).hasSameHashCodeAs(spec.salt());
    assertThat(again.fingerprint()).isEqualTo(spec.fingerprint());
    assertThat(Specs.parseAttribute("|c.C||" + spec)).isEqualTo(spec);
  }

  @Property(tries = 20_000)
  void randomTextIsASpecOrASpecException(@ForAll("texts") String text) {
    parsesOrIsRefused(text);
  }

  @Property(tries = 20_000)
  void damagedSpecIsASpecOrASpecException(@ForAll("mutations") String text) {
    parsesOrIsRefused(text);
  }

  /** Anything but a SpecException ends the property. */
  private static void parsesOrIsRefused(String text) {
    try {
      SaltingSpec spec = SaltingSpec.parse(text);
      assertThat(SaltingSpec.parse(spec.toString())).isEqualTo(spec);
      assertThat(text).doesNotContain("\n", "\t").contains("salt=");
    } catch (SpecException refused) {
      assertThat(refused).hasMessageStartingWith(refused.key() + " '").hasMessageEndingWith(")");
      assertThat(refused.rule()).isNotBlank();
    }
    try {
      CoprocessorAttribute attribute = CoprocessorAttribute.parse(text);
      assertThat(CoprocessorAttribute.parse(attribute.toString())).isEqualTo(attribute);
    } catch (SpecException refused) {
      assertThat(refused.key()).isEqualTo("coprocessor");
      assertThat(refused.value()).isEqualTo(text);
    }
  }
}
