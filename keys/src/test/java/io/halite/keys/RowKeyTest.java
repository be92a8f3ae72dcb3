package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RowKeyTest {
  private static final Instant JANUARY = Instant.parse("2001-01-15T00:00:00Z");

  private final KeyLayout metrics = KeyLayout.parse("host:6 n:4:int day:8:digits ts:8:revtime");

  @Test
  void keyIsPutTogetherAndReadBySegments() {
    byte[] key =
        metrics
            .key()
            .set("host", "web7")
            .set("n", 42)
            .set("day", 20010115L)
            .set("ts", JANUARY)
            .build();
    assertThat(key)
        .isEqualTo(
            hex("77 65 62 37 00 00 00 00 00 2A 32 30 30 31 30 31 31 35 7F FF FF 1B F0 3F C3 FF"));
    RowKey read = metrics.read(key);
    assertThat(read.text("host")).isEqualTo("web7");
    assertThat(read.number("n")).isEqualTo(42);
    assertThat(read.number("day")).isEqualTo(20010115L);
    assertThat(read.time("ts")).isEqualTo(JANUARY);
    assertThat(read.bytes("host")).isEqualTo(hex("77 65 62 37 00 00"));
    assertThat(read).hasToString("host=web7 n=42 day=20010115 ts=2001-01-15T00:00:00Z");
    assertThat(read).isEqualTo(metrics.read(read.toBytes())).hasSameHashCodeAs(read);
  }

  @Test
  void delimitedKeysAreBuiltAndPrinted() {
    KeyLayout layout = KeyLayout.parse("sendDate~: sendTime~: messageId:*");
    RowKeyBuilder builder = layout.key().set("sendDate", "230611").set("sendTime", "063031");
    assertThat(builder.prefix()).asString().isEqualTo("230611:063031:");
    assertThat(builder.build()).asString().isEqualTo("230611:063031:");
    assertThat(builder.set("messageId", "1231231").build())
        .asString()
        .isEqualTo("230611:063031:1231231");
    assertThat(layout.read(bytes("230611:063031:1231231")))
        .hasToString("sendDate=230611 sendTime=063031 messageId=1231231");
  }

  @Test
  void paddedTextKeepsTheOrderOfTheText() {
    KeyLayout layout = KeyLayout.parse("host:20:text");
    byte[] shorter = layout.key().set("host", "host1").build();
    byte[] longer = layout.key().set("host", "host12").build();
    assertThat(shorter).hasSize(20);
    assertThat(KeyBytes.compare(shorter, longer)).isNegative();
    assertThat(layout.key().set("host", "host1").range().contains(longer)).isFalse();
  }

  @Test
  void textIsPaddedByTheByteOfTheLayout() {
    KeyLayout layout = KeyLayout.parse("column1:6:text:x column2:2:text:0x20");
    byte[] key = layout.key().set("column1", "web7").set("column2", "a").build();
    assertThat(key).asString().isEqualTo("web7xxa ");
    RowKey read = layout.read(key);
    assertThat(read.text("column1")).isEqualTo("web7");
    assertThat(read.bytes("column1")).asString().isEqualTo("web7xx");
    assertThat(read).hasToString("column1=web7 column2=a");
    assertThat(layout.key().set("column1", 42).prefix()).asString().isEqualTo("42xxxx");
    assertThat(layout.key().set("column1", bytes("abcxxx")).prefix()).asString().endsWith("xxx");
    refused(() -> layout.key().set("column1", "box"), "a text without 78 at its end");
    refused(() -> layout.key().set("column1", "toobox"), "a text without 78 at its end");
    refused(() -> layout.key().set("column1", "webserver"), "9 bytes given, at most 6");
  }

  /** {@code ab} is before {@code abc}, and {@code abxx} behind {@code abcx}. */
  @Test
  void paddingByALetterDoesNotKeepTheOrderOfTheText() {
    KeyLayout layout = KeyLayout.parse("host:4:text:x");
    byte[] shorter = layout.key().set("host", "ab").build();
    byte[] longer = layout.key().set("host", "abc").build();
    assertThat(KeyBytes.compare(shorter, longer)).isPositive();
    assertThat(layout.key().set("host", "ab").range().contains(longer)).isFalse();
  }

  @Test
  void keyBeginsWithTheSegmentsThatAreSet() {
    assertThat(metrics.key().prefix()).isEmpty();
    assertThat(metrics.key().set("host", "web7").set("day", "20010115").prefix())
        .isEqualTo(hex("77 65 62 37 00 00"));
    assertThat(metrics.key().set("host", "web7").range())
        .isEqualTo(KeyRange.prefix(hex("77 65 62 37 00 00")));
  }

  @Test
  void surplusAndUnprintableBytesAreShownInHex() {
    KeyLayout layout = KeyLayout.parse("a:2 b:8:revtime");
    assertThat(layout.read(hex("01 02 FF FF FF FF FF FF FF FF 41")))
        .hasToString("a=0x0102 b=0xFFFFFFFFFFFFFFFF +0x41");
    assertThat(KeyLayout.parse("a:8:long").read(hex("FF FF FF FF FF FF FF FF")))
        .hasToString("a=18446744073709551615");
  }

  @Test
  void valuesThatDoNotFitAreRefused() {
    refused(() -> metrics.key().set("host", "webserver"), "'host:6'", "9 bytes given, at most 6");
    refused(() -> metrics.key().set("host", "a\0"), "without 00 at its end");
    refused(() -> metrics.key().set("n", -1), "is -1: a number from 0 to 4294967295");
    refused(() -> metrics.key().set("n", 1L << 32), "a number from 0 to 4294967295");
    refused(() -> metrics.key().set("n", "42"), "2 bytes given, 4 bytes expected");
    refused(() -> metrics.key().set("day", "2001011x"), "digits 30 to 39 expected");
    refused(() -> metrics.key().set("day", 123456789), "a number of at most 8 digits");
    refused(
        () -> metrics.key().set("ts", Instant.EPOCH.minusMillis(1)),
        "is 1969-12-31T23:59:59.999Z: a time from 1970 on");
    refused(() -> metrics.key().set("host", JANUARY), "a segment of type long or revtime expected");
    refused(() -> metrics.key().set("host", "web7").build(), "is not set: set('n', …) expected");
    refused(
        () -> KeyLayout.parse("user~: rest:*").key().set("user", "a:b"),
        "no delimiter 0x3A inside");
    refused(() -> metrics.read(bytes("web7")), "ends in segment 'host'");
  }

  @Test
  void unknownSegmentsAndWrongTypesAreRefused() {
    byte[] key = KeyLayout.parse("a:2 n:2:digits").key().set("a", "x").set("n", 7).build();
    RowKey read = KeyLayout.parse("a:2 n:2:digits").read(key);
    assertThatThrownBy(() -> read.text("b")).hasMessageContaining("'b' is not in the layout");
    assertThatThrownBy(() -> read.number("a")).hasMessageContaining("is text, not a number");
    assertThatThrownBy(() -> read.time("n"))
        .hasMessageContaining("is not a time; times are of type long or revtime");
    assertThatThrownBy(() -> metrics.key().set("hots", 1)).hasMessageContaining("'hots' is not in");
  }

  private static void refused(Runnable set, String... rules) {
    assertThatThrownBy(set::run).isInstanceOf(RowKeyException.class).hasMessageContainingAll(rules);
  }
}
