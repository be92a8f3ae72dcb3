package io.halite.routing.table;

import io.halite.keys.KeyBytes;
import java.util.Optional;

/**
 * Whether a table loads files at all, as far as its salt decides it.
 *
 * <p>A loaded file becomes a store file as it is, so its rows must be stored keys. Where a salt
 * does not {@linkplain io.halite.keys.Salt#distinguishesStoredKeys distinguish} them, another file
 * could be loaded silently: under {@code reverse(user)} the row {@code 12} would be read as {@code
 * 21}. There the owner of the table must say that all files hold stored keys. Stateless.
 */
public final class LoadableFiles {
  /** Key of a table's CONFIGURATION, by which its owner says so with the value {@code true}. */
  public static final String SETTING = "halite.bulkload.stored";

  private LoadableFiles() {}

  /**
   * Why the table loads no file; empty if it loads files of stored keys.
   *
   * @param value that the table has under {@link #SETTING}
   */
  public static Optional<String> refusal(SaltedTable table, Optional<String> value) {
    if (table.salt().distinguishesStoredKeys()
        || value.map(String::trim).filter("true"::equals).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        ("no file is loaded into table '%s', since under %s other keys look like stored ones,"
                + " so that files of natural keys or of another spec could be loaded silently;"
                + " %s %s: if all files for this table hold its stored keys, as those of"
                + " SaltedBulkLoad and of backups under the same spec do, say so by alter '%s',"
                + " CONFIGURATION => {'%s' => 'true'};"
                + " else put the rows (%s)")
            .formatted(
                table.name(),
                table.salt(),
                SETTING,
                value.map(given -> "is '" + KeyBytes.cut(given) + "'").orElse("is not set"),
                table.name(),
                SETTING,
                table));
  }
}
