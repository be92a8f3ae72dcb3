package io.halite.keys;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules for the row keys of a table: a layout, a salt, and indexes.
 *
 * <p>Example: {@code key=origin:3 departure:12,salt=hash(origin) % 16}. A spec is parsed as a whole
 * or refused. It prints as its canonical text; equal specs print alike. Immutable and thread-safe.
 */
public final class SaltingSpec {
  private static final String DEFAULT_LAYOUT = "row:*";
  private static final int MAX_LENGTH = 16_384;
  private static final Set<String> KEYS =
      Set.of(LayoutParser.KEY, SaltParser.KEY, IndexParser.KEY, ScanMode.KEY);

  private final KeyLayout layout;
  private final Salt salt;
  private final List<RowIndex> indexes;
  private final ScanMode scanMode;
  private final String text;
  private final long fingerprint;

  private SaltingSpec(KeyLayout layout, Salt salt, List<RowIndex> indexes, ScanMode scanMode) {
    this.layout = layout;
    this.salt = salt;
    this.indexes = List.copyOf(indexes);
    this.scanMode = scanMode;
    String keys =
        LayoutParser.KEY
            + "="
            + layout
            + ","
            + SaltParser.KEY
            + "="
            + salt
            + (indexes.isEmpty() ? "" : "," + IndexParser.KEY + "=" + IndexParser.text(indexes));
    this.text = keys + (scanMode == ScanMode.BOUNDED ? "" : "," + ScanMode.KEY + "=" + scanMode);
    this.fingerprint = fingerprint(keys);
  }

  /**
   * Parses a coprocessor's arguments.
   *
   * @param arguments {@code key=<layout>,salt=<salt>} in any order; the layout defaults to {@code
   *     row:*}, the salt is mandatory; then {@code index=<indexes>}, and for a salt that scatters
   *     {@code scan=passes} or {@code scan=pinned}
   * @throws SpecException if anything in the text is unknown, repeated, missing or left over
   */
  public static SaltingSpec parse(String arguments) {
    if (arguments.length() > MAX_LENGTH) {
      throw new SpecException(
          CoprocessorAttribute.NAME,
          arguments,
          "it has " + arguments.length() + " characters; a spec has at most " + MAX_LENGTH);
    }
    Map<String, String> values = values(arguments);
    String saltText = values.get(SaltParser.KEY);
    if (saltText == null) {
      throw new SpecException(
          CoprocessorAttribute.NAME, arguments, "salt=… is missing; write salt=none for no salt");
    }
    KeyLayout layout = KeyLayout.parse(values.getOrDefault(LayoutParser.KEY, DEFAULT_LAYOUT));
    Salt salt = SaltParser.parse(saltText, layout);
    List<RowIndex> indexes =
        Optional.ofNullable(values.get(IndexParser.KEY))
            .map(text -> IndexParser.parse(text, layout, salt))
            .orElse(List.of());
    ScanMode scanMode =
        Optional.ofNullable(values.get(ScanMode.KEY))
            .map(text -> ScanMode.parse(text, salt))
            .orElse(ScanMode.BOUNDED);
    return new SaltingSpec(layout, salt, indexes, scanMode);
  }

  /** The arguments by their keys. */
  private static Map<String, String> values(String arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String argument : arguments.split(",", -1)) {
      int equals = argument.indexOf('=');
      if (equals < 0) {
        throw new SpecException(CoprocessorAttribute.NAME, arguments, notAnArgument(argument));
      }
      String key = argument.substring(0, equals);
      String value = argument.substring(equals + 1);
      if (!KEYS.contains(key)) {
        throw new SpecException(key, value, notAnArgument(key));
      }
      if (values.putIfAbsent(key, value) != null) {
        throw new SpecException(key, value, "'" + key + "' is given twice");
      }
    }
    return values;
  }

  private static String notAnArgument(String given) {
    return "'"
        + given
        + "' is not an argument: give key=…, salt=…, index=… or scan=…, separated by commas without"
        + " spaces, with no comma inside";
  }

  /** Returns how natural keys are composed. */
  public KeyLayout layout() {
    return layout;
  }

  /** Returns how natural keys of this layout become stored keys. */
  public Salt salt() {
    return salt;
  }

  /** Returns the indexes; empty for most tables. */
  public List<RowIndex> indexes() {
    return indexes;
  }

  /** Returns the index of this name, {@code byOrder}, if there is one. */
  public Optional<RowIndex> index(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
  }

  /** Returns how scans of scattered rows are answered. */
  public ScanMode scanMode() {
    return scanMode;
  }

  /** Whether both specs store and index every row alike; they may differ in the scan mode. */
  public boolean storesAs(SaltingSpec other) {
    return layout.equals(other.layout) && salt.equals(other.salt) && indexes.equals(other.indexes);
  }

  /**
   * Whether both specs store every row under the same key; they may differ in their indexes and in
   * the scan mode. An absent spec counts as {@code salt=none}.
   */
  public static boolean storeRowsAlike(Optional<SaltingSpec> one, Optional<SaltingSpec> other) {
    Optional<SaltingSpec> first = one.filter(spec -> !spec.isPlain());
    Optional<SaltingSpec> second = other.filter(spec -> !spec.isPlain());
    return first.map(SaltingSpec::salt).equals(second.map(SaltingSpec::salt));
  }

  /** Whether rows lie under their natural keys, as under {@code salt=none}. */
  public boolean isPlain() {
    return salt.prefixWidth() == 0 && salt.isPrefix();
  }

  /**
   * Returns the number that two servers compare to find out whether they store and index rows
   * alike: the first 8 bytes, big-endian, of the SHA-256 of {@code key=…,salt=…}, or {@code
   * key=…,salt=…,index=…}, in UTF-8. It never changes.
   */
  public long fingerprint() {
    return fingerprint;
  }

  private static long fingerprint(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return ByteBuffer.wrap(sha256.digest(text.getBytes(StandardCharsets.UTF_8))).getLong();
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has SHA-256", missing);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SaltingSpec that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the canonical text, {@code key=…,salt=…}, and {@code index=…} and {@code scan=…}. */
  @Override
  public String toString() {
    return text;
  }
}
