package io.halite.routing.table;

import io.halite.keys.CoprocessorAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The attributes by which a table loads an observer, written and found.
 *
 * <p>They are read from the raw {@code coprocessor$n} values, because HBase cuts an attribute's
 * arguments at commas and silently drops what does not match. Stateless.
 */
public final class TableAttributes {
  /** The class that salts a table on the server. */
  public static final String SALTING_OBSERVER = "io.halite.coprocessor.SaltingObserver";

  /** The key in a table's metadata under which the master keeps the spec of the table's rows. */
  public static final String REMEMBERED_SPEC = "halite.spec";

  /**
   * The split policy without which HBase does not open a region: it keeps regions closed where the
   * observer is not loaded. Only servers with Halite on their class path find it.
   */
  public static final String GUARDED_SPLIT_POLICY =
      "io.halite.coprocessor.split.GuardedSplitPolicy";

  /** The key that says which gateway regions of a site, a table or a connection use doors. */
  public static final String DOORS = "halite.doors";

  /** The key of a site that gives tables without an attribute of the observer their spec. */
  public static final String DEFAULT_SPEC = "halite.default.spec";

  /** HBase's key that says whether the normalizer may merge regions of a table. */
  public static final String MERGES = "hbase.normalizer.merge.enabled";

  /** HBase's key that says whether a server aborts if a coprocessor does not load. */
  public static final String ABORT_ON_ERROR = "hbase.coprocessor.abortonerror";

  private static final Pattern ATTRIBUTE =
      Pattern.compile("coprocessor\\$\\d+", Pattern.CASE_INSENSITIVE);

  private TableAttributes() {}

  /**
   * The value of an attribute that salts a table by this line, {@code key=row:*,salt=hash(*) % 16}:
   * {@code |io.halite.coprocessor.SaltingObserver||key=row:*,salt=hash(*) % 16}. The priority stays
   * empty, so that the observer runs after the access controller.
   */
  public static String salting(String line) {
    return "|" + SALTING_OBSERVER + "||" + line;
  }

  /**
   * The attributes that load {@code observer}, none for a table without it. More than one is a
   * mistake, which the caller reports.
   *
   * @param observer a class name
   * @throws io.halite.keys.SpecException if an attribute names the observer and is malformed
   */
  public static List<CoprocessorAttribute> of(TableDescriptor descriptor, String observer) {
    List<CoprocessorAttribute> found = new ArrayList<>();
    for (Map.Entry<Bytes, Bytes> value : descriptor.getValues().entrySet()) {
      if (ATTRIBUTE.matcher(Bytes.toString(value.getKey().copyBytes())).matches()) {
        String raw = Bytes.toString(value.getValue().copyBytes());
        if (raw.contains(observer)) {
          CoprocessorAttribute attribute = CoprocessorAttribute.parse(raw);
          if (attribute.className().equals(observer)) {
            found.add(attribute);
          }
        }
      }
    }
    return found;
  }
}
