package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The builder over a layout with delimiters and a rest. */
class PathBuilderTest {
  private static final KeyLayout LAYOUT = KeyLayout.parse("event~: host~: seen:8:revtime rest:*");

  private static SegmentQueryBuilder.Test where(String segment) {
    return SegmentFilter.over(LAYOUT).where(segment);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  private static void same(SegmentQueryBuilder built, String text) {
    assertThat(built.toQuery()).isEqualTo(SegmentQuery.parse(LAYOUT, text));
  }

  @Test
  void boundsOfASegmentWithoutAWidthAreWholeValues() {
    SegmentQuery atMost = where("host").atMost("web1").toQuery();
    assertThat(atMost.matches(bytes("login:web1:"))).isTrue();
    assertThat(atMost.matches(bytes("login:web10:"))).isFalse();
    SegmentQuery between = where("host").between("a", "b!").toQuery();
    assertThat(between.matches(bytes("login:b!:"))).isTrue();
    assertThat(between.matches(bytes("login:ba:"))).isFalse();
    SegmentQuery less = where("rest").lessThan("x").toQuery();
    assertThat(less.matches(bytes("login:a:87654321"))).isTrue();
    assertThat(less.matches(bytes("login:a:87654321x"))).isFalse();
  }

  @Test
  void everyTestBuildsWhatItsTextSays() {
    same(where("host").is("web1", ""), "host in (web1, '')");
    same(where("host").isNot("web1"), "host != web1");
    same(where("host").in(List.of(bytes("a"), bytes("b!"))), "host in (a, 'b!')");
    same(where("rest").notIn(List.of(bytes("a:b"))), "rest != 'a:b'");
    same(where("host").startsWith(bytes("web")), "host = web*");
    same(where("rest").between("", "x"), "rest = ''..x");
    same(where("host").atLeast("a").where("host").greaterThan("b"), "host >= a and host > b");
    same(
        where("seen").atLeast("2001-01-15T00:00Z").where("rest").is("x"),
        "seen >= 2001-01-15T00:00Z and rest = x");
    same(
        where("event").is("login").or(where("host").is("a").where("rest").is("").not()),
        "event = login or host != a or rest != ''");
  }

  @Test
  void whatTheLayoutDoesNotHoldIsRefused() {
    assertThatThrownBy(() -> where("host").is("a:b"))
        .hasMessageContaining("holds its delimiter 3A");
    assertThatThrownBy(() -> where("host").startsWith(new byte[0]))
        .hasMessageContaining("1 to 32767 bytes are expected");
    assertThatThrownBy(() -> where("host").between("b", "a"))
        .hasMessageContaining("'b..a' of segment 'host@#3A#3A' begins after it ends");
    SegmentQueryBuilder overlapping = where("host").is("a").at(0, 3).is("log");
    assertThatThrownBy(overlapping::toQuery).hasMessageContaining("overlap: name one of them");
  }
}
