package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keys and names cost by their length, in real cells and files: the table of the page. */
class KeyLengthsTest {
  private static final Path PAGE = Path.of("..", "docs", "technique-costs.md");
  private static final int CELLS = 20_000;
  private static final long NUMBER = 1_234_567_890L;
  private static final long TIME = 979_560_000_000L;
  private static final byte[] VALUE = Bytes.toBytes(NUMBER);

  @TempDir private Path directory;

  /** Rows of one kind, and what column they have. */
  private record Kind(String words, IntFunction<byte[]> key, String family, String qualifier) {
    Kind(String words, IntFunction<byte[]> key) {
      this(words, key, "f", "q");
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          new Kind("a number as `long`", i -> Bytes.toBytes(NUMBER + i)),
          new Kind("the number as text", KeyLengthsTest::text),
          new Kind("`hash(*) % 16` before the text", salted("salt=hash(*) % 16")),
          new Kind("`hash(*) % 4 letters-` before it", salted("salt=hash(*) % 4 letters-")),
          new Kind("`md5(*)[0:4]` before it", salted("salt=md5(*)[0:4]")),
          new Kind("`MD5(*)[0:32]:` before it", salted("salt=MD5(*)[0:32]:")),
          new Kind("its MD5 as bytes, without it", i -> md5(text(i))),
          new Kind("its MD5 as digits, without it", i -> hex(md5(text(i)))),
          new Kind("`tb` and the `long`", i -> coded("tb", i)),
          new Kind("`Taobao` and the `long`", i -> coded("Taobao", i)),
          new Kind("100 bytes", i -> Bytes.toBytes("%0100d".formatted(i))),
          new Kind(
              "the `long`, column `properties:myVeryImportantAttribute`",
              i -> Bytes.toBytes(NUMBER + i),
              "properties",
              "myVeryImportantAttribute"));

  private static byte[] text(int i) {
    return Bytes.toBytes(Long.toString(NUMBER + i));
  }

  private static byte[] coded(String code, int i) {
    return Bytes.add(Bytes.toBytes(code), Bytes.toBytes(NUMBER + i));
  }

  private static IntFunction<byte[]> salted(String spec) {
    Salt salt = SaltingSpec.parse(spec).salt();
    return i -> salt.salt(text(i));
  }

  private static byte[] md5(byte[] text) {
    try {
      return MessageDigest.getInstance("MD5").digest(text);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has MD5", missing);
    }
  }

  private static byte[] hex(byte[] digest) {
    return Bytes.toBytes(HexFormat.of().formatHex(digest));
  }

  private static KeyValue cell(Kind kind, byte[] row) {
    return new KeyValue(
        row, Bytes.toBytes(kind.family()), Bytes.toBytes(kind.qualifier()), TIME, VALUE);
  }

  /** What a file of so many cells takes, and its index in memory. */
  private record Sizes(long file, long index) {}

  private Sizes sizes(Kind kind, DataBlockEncoding encoding) throws IOException {
    Configuration conf = new Configuration();
    FileSystem files = FileSystem.getLocal(conf).getRaw();
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory.resolve("cells").toUri());
    HFileContext context = new HFileContextBuilder().withDataBlockEncoding(encoding).build();
    TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < CELLS; i++) {
      rows.add(kind.key().apply(i));
    }
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(files, file)
            .withFileContext(context)
            .create()) {
      for (byte[] row : rows) {
        writer.append(cell(kind, row));
      }
    }
    try (HFile.Reader reader = HFile.createReader(files, file, CacheConfig.DISABLED, true, conf)) {
      assertThat(reader.getEntries()).isEqualTo(CELLS);
      return new Sizes(reader.length(), reader.getTrailer().getUncompressedDataIndexSize());
    }
  }

  private String row(Kind kind) throws IOException {
    byte[] key = kind.key().apply(0);
    int cell = cell(kind, key).getLength();
    Sizes plain = sizes(kind, DataBlockEncoding.NONE);
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %,d | %,d | %,d | %.1f |",
        kind.words(),
        key.length,
        cell,
        cell * 10L,
        Math.round(plain.file() / 1e3),
        Math.round(sizes(kind, DataBlockEncoding.FAST_DIFF).file() / 1e3),
        plain.index() / 1e3);
  }

  @Test
  void pageHasWhatCellsAndFilesTake() throws Exception {
    StringBuilder table = new StringBuilder();
    for (Kind kind : KINDS) {
      table.append(row(kind)).append('\n');
    }
    assertThat(Files.readString(PAGE)).contains(table);
  }

  /** Documents 000 and 002: 8, 10, 16 and 32 bytes, and 1 GB of keys of 100 bytes. */
  @Test
  void numbersOfTheGuidesAreSo() {
    assertThat(Bytes.toBytes(NUMBER)).hasSize(8);
    assertThat(Bytes.toBytes(Long.toString(NUMBER))).hasSize(10);
    assertThat(md5(text(0))).hasSize(16);
    assertThat(hex(md5(text(0)))).hasSize(32);
    Kind shortKeys = KINDS.get(0);
    Kind longKeys = KINDS.get(10);
    int more =
        cell(longKeys, longKeys.key().apply(0)).getLength()
            - cell(shortKeys, shortKeys.key().apply(0)).getLength();
    assertThat(more).as("each byte of a key is one of its cell").isEqualTo(100 - 8);
    assertThat(longKeys.key().apply(0).length * 10_000_000L).isEqualTo(1_000_000_000L);
  }

  /** Document 000: 26 bytes are what the character set windows-1252 makes of the 16. */
  @Test
  void digestAsATextHasAsManyBytesAsTheCharacterSetMakesAndIsLost() {
    byte[] digest = md5(text(0));
    assertThat(asText(digest, Charset.forName("windows-1252"))).hasSize(26);
    assertThat(asText(digest, StandardCharsets.ISO_8859_1)).hasSize(25);
    byte[] unicode = asText(digest, StandardCharsets.UTF_8);
    assertThat(unicode).isNotEqualTo(digest);
    assertThat(new String(unicode, StandardCharsets.UTF_8)).contains("\uFFFD");
  }

  private static byte[] asText(byte[] digest, Charset set) {
    return Bytes.toBytes(new String(digest, set));
  }

  /** Document 000: the greatest unsigned number of 8 bytes takes 20 as a text. */
  @Test
  void greatestNumberTakesTwentyDigits() {
    byte[] most = new byte[8];
    Arrays.fill(most, (byte) 0xFF);
    assertThat(Long.toUnsignedString(Bytes.toLong(most)))
        .isEqualTo("18446744073709551615")
        .hasSize(20);
  }
}
