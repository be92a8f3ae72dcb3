package io.halite.client.mapreduce;

import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.scan.SpecQuestion;
import io.halite.routing.table.Mark;
import io.halite.routing.table.MarkException;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spec under which the regions of a table serve it. They show it to users who may read the
 * table, while HBase shows the descriptor to administrators alone. Stateless.
 */
final class RegionSpec {
  private static final Logger LOG = LoggerFactory.getLogger(RegionSpec.class);

  private RegionSpec() {}

  /**
   * Returns the table under its spec; empty if it has none or this user may not learn it.
   *
   * @param scan of the job; a user who may read what it reads may learn the spec
   */
  static Optional<SaltedTable> readable(Table table, Scan scan) throws IOException {
    try {
      return of(table, scan.getStartRow(), scan);
    } catch (AccessDeniedException e) {
      LOG.warn(
          "the spec of table '{}' cannot be read, so the splits are gateway regions: {}",
          table.getName(),
          e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Returns a table under its spec, for a user who may load files into it; empty if stored keys are
   * natural keys. Such a user may see the descriptor; the spec of a table without an attribute is
   * known to its regions alone.
   *
   * @throws AccessDeniedException if this user may learn neither of the two: files of natural keys
   *     would be lost in a salted table
   */
  static Optional<SaltedTable> writable(Table table) throws IOException {
    Optional<SaltedTable> described = described(table.getDescriptor());
    return (described.isPresent() ? described : served(table)).filter(salted -> !salted.isPlain());
  }

  private static Optional<SaltedTable> served(Table table) throws IOException {
    try {
      return of(table, new byte[0], new Scan());
    } catch (AccessDeniedException withoutRead) {
      return answered(table);
    }
  }

  /** A region without Halite says so to every user; one with it, to users who may read. */
  private static Optional<SaltedTable> answered(Table table) throws IOException {
    try {
      RegionFacts facts = RegionStub.facts(table, new byte[0]);
      return Optional.of(new SaltedTable(table.getName(), SaltingSpec.parse(facts.spec())));
    } catch (UnknownProtocolException withoutHalite) {
      return Optional.empty();
    } catch (AccessDeniedException e) {
      // Only AccessController asks for EXEC; where it does not, that right would not help.
      boolean exec = String.valueOf(e.getMessage()).contains("action=EXEC");
      AccessDeniedException refusal =
          new AccessDeniedException(
              "this user may not learn whether table '"
                  + table.getName()
                  + "' is salted, and files of natural keys would be lost in a salted table: grant"
                  + " READ on it"
                  + (exec ? ", or EXEC, which is enough if it has no salt" : "")
                  + " ("
                  + e.getMessage()
                  + ")");
      refusal.initCause(e);
      throw refusal;
    }
  }

  /**
   * Returns the table under the spec of one of its regions; empty if that region has none.
   *
   * @param row any key that the region covers
   */
  static Optional<SaltedTable> of(Table table, byte[] row, Scan scan) throws IOException {
    // HBase's client would not show what a region says to a get that replicas may answer.
    Get question = SpecQuestion.at(row, scan).setConsistency(Consistency.STRONG);
    Mark.asking().putOn(question);
    try {
      // A table without a salt answers, whatever it stores.
      table.get(question);
      return Optional.empty();
    } catch (DoNotRetryIOException refusal) {
      Optional<SaltingSpec> shown = MarkException.spec(refusal);
      if (shown.isEmpty()) {
        throw refusal;
      }
      return Optional.of(new SaltedTable(table.getName(), shown.get()));
    }
  }

  /**
   * Returns a table under the spec that its rows are stored under, where no region can be asked, as
   * of a snapshot; empty if it has none. Where the site alone gave the spec, the table has no
   * attribute, and the master has kept the spec in the metadata.
   *
   * @throws IOException if attribute and metadata disagree
   */
  static Optional<SaltedTable> stored(TableDescriptor descriptor) throws IOException {
    Optional<SaltedTable> described = described(descriptor);
    Optional<SaltingSpec> remembered =
        Optional.ofNullable(descriptor.getValue(TableAttributes.REMEMBERED_SPEC))
            .map(SaltingSpec::parse);
    if (described.isPresent()
        && remembered.isPresent()
        && !SaltingSpec.storeRowsAlike(described.map(SaltedTable::spec), remembered)) {
      throw new IOException(
          ("the descriptor of table '%s' has two specs that store rows under different keys, '%s'"
                  + " in its attribute and '%s' in %s, so that its keys cannot be read: disable the"
                  + " table, alter its attribute back to the spec of its rows, and take another"
                  + " snapshot")
              .formatted(
                  descriptor.getTableName(),
                  described.get().spec(),
                  remembered.get(),
                  TableAttributes.REMEMBERED_SPEC));
    }
    return described.or(
        () -> remembered.map(spec -> new SaltedTable(descriptor.getTableName(), spec)));
  }

  /** Returns a table under the spec of its descriptor's attribute; empty if it has none. */
  static Optional<SaltedTable> described(TableDescriptor descriptor) throws IOException {
    List<CoprocessorAttribute> found =
        TableAttributes.of(descriptor, TableAttributes.SALTING_OBSERVER);
    if (found.size() > 1) {
      throw new IOException(
          "table '"
              + descriptor.getTableName()
              + "' has "
              + found.size()
              + " attributes that salt it, and one is right: unset all but one");
    }
    return found.stream()
        .findFirst()
        .map(attribute -> SaltingSpec.parse(attribute.arguments()))
        .map(spec -> new SaltedTable(descriptor.getTableName(), spec));
  }
}
