package io.halite.routing.table;

import io.halite.filters.natural.HintlessFuzzyFilter;
import io.halite.filters.natural.NaturalViewFilter;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.RowKeyException;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * A table with a spec: how its natural keys are stored, and what its owners accept.
 *
 * <p>Immutable and thread-safe.
 */
public final class SaltedTable {
  private final TableName name;
  private final SaltingSpec spec;
  private final Mark mark;
  private final StoredMutations mutations;
  private final StoredReads reads;
  private final NaturalResults results;
  private final MultiPlaceWrites multiPlaceWrites;
  private final StoredKeyEvidence.Rule evidence;

  /** The table {@code name} under {@code spec}. */
  public SaltedTable(TableName name, SaltingSpec spec) {
    this.name = name;
    this.spec = spec;
    this.mark = Mark.of(spec);
    this.mutations = new StoredMutations(mark);
    this.reads = new StoredReads(mark);
    this.results = new NaturalResults(spec.salt());
    this.multiPlaceWrites = new MultiPlaceWrites(spec.salt(), mutations);
    this.evidence = StoredKeyEvidence.Rule.of(spec);
  }

  /** The table's name. */
  public TableName name() {
    return name;
  }

  /** The spec of the table. */
  public SaltingSpec spec() {
    return spec;
  }

  /** The salt of the table. */
  public Salt salt() {
    return spec.salt();
  }

  /** How the table's natural keys are composed. */
  public KeyLayout layout() {
    return spec.layout();
  }

  /** Whether stored keys are natural keys, so that nothing is ever forwarded. */
  public boolean isPlain() {
    return spec.salt().prefixWidth() == 0 && spec.salt().isPrefix();
  }

  /** The mark of requests that are routed under the table's spec. */
  public Mark mark() {
    return mark;
  }

  /** Copies of writes, from natural to stored keys. */
  public StoredMutations mutations() {
    return mutations;
  }

  /** Copies of writes, if the salt is a multi-place salt. */
  public MultiPlaceWrites multiPlaceWrites() {
    return multiPlaceWrites;
  }

  /** Copies of reads, from natural to stored keys. */
  public StoredReads reads() {
    return reads;
  }

  /** Answers, from stored to natural keys. */
  public NaturalResults results() {
    return results;
  }

  /**
   * The stored key of a natural key that is written.
   *
   * @throws DoNotRetryIOException if the key does not fit the layout
   */
  public byte[] storedKey(byte[] naturalKey) throws DoNotRetryIOException {
    try {
      return salt().salt(naturalKey);
    } catch (RowKeyException e) {
      throw refused(e);
    }
  }

  /**
   * Refuses a natural key that does not fit the layout.
   *
   * @throws DoNotRetryIOException naming the segment, what was given and what was expected
   */
  public void requireFit(byte[] naturalKey) throws DoNotRetryIOException {
    try {
      spec.layout().check(naturalKey);
    } catch (RowKeyException e) {
      throw refused(e);
    }
  }

  /** The view of natural keys for a filter on one row of an owner. */
  public Filter naturalView(Filter filter) throws IOException {
    return naturalView(filter, false);
  }

  /** The view of natural keys for the filter of a get on an owner; empty without a filter. */
  public Optional<Filter> naturalView(Get get) throws IOException {
    return get.getFilter() == null ? Optional.empty() : Optional.of(naturalView(get.getFilter()));
  }

  /** The view of natural keys for the filter of a scan on an owner; empty without a filter. */
  public Optional<Filter> naturalView(Scan scan) throws IOException {
    return scan.getFilter() == null
        ? Optional.empty()
        : Optional.of(naturalView(scan.getFilter(), scan.isReversed()));
  }

  private Filter naturalView(Filter filter, boolean reversed) throws IOException {
    return salt().isPrefix()
        ? new NaturalViewFilter(HintlessFuzzyFilter.of(filter, reversed), salt().prefixWidth())
        : NaturalViewFilter.ofScattered(filter, salt(), KeyRange.all(), reversed);
  }

  /**
   * The filter that an owner runs on the rows of a pass: it applies the user's filter to each row
   * by itself and rejects rows outside the range. Empty for a raw scan without a filter: beside any
   * filter HBase would count delete markers as versions, so the reader of the pass drops the rows
   * outside the range.
   */
  public Optional<Filter> passView(Scan scan, PassRange pass) throws IOException {
    return scan.isRaw() && scan.getFilter() == null
        ? Optional.empty()
        : Optional.of(
            NaturalViewFilter.ofScattered(
                scan.getFilter(), salt(), pass.natural(), pass.reversed()));
  }

  /** Whether all of one row's mutations are marked; a mixture is refused. */
  public boolean areMarked(List<? extends Mutation> mutations) throws DoNotRetryIOException {
    long marked = mutations.stream().filter(Mark::isOn).count();
    if (marked != 0 && marked != mutations.size()) {
      throw new DoNotRetryIOException(
          marked
              + " of "
              + mutations.size()
              + " mutations of one row are marked as stored; all or none must be (table '"
              + name
              + "')");
    }
    return marked != 0;
  }

  /**
   * Accepts a marked request only if it was made under this spec and the row has its right salt.
   *
   * @throws DoNotRetryIOException naming what was given, the rule and the table
   */
  public void verify(Attributes request, byte[] storedRow) throws DoNotRetryIOException {
    verify(request);
    try {
      salt().verify(storedRow, 0, storedRow.length);
    } catch (RowKeyException e) {
      throw refused(e);
    }
  }

  /** Why the table cannot have stored a row under this key; empty if it can. */
  public Optional<RowKeyException> objection(byte[] storedRow) {
    try {
      salt().verify(storedRow, 0, storedRow.length);
      return Optional.empty();
    } catch (RowKeyException e) {
      return Optional.of(e);
    }
  }

  StoredKeyEvidence.Rule evidence() {
    return evidence;
  }

  /** Accepts a marked request only if it was made under this spec. */
  public void verify(Attributes request) throws DoNotRetryIOException {
    try {
      mark.check(request);
    } catch (MarkException e) {
      throw e.forTheWire(name, spec);
    }
  }

  /** The refusal of a key, as it is sent to the client. */
  public DoNotRetryIOException refused(RowKeyException e) {
    return new DoNotRetryIOException(e.getMessage() + " (table '" + name + "', " + spec + ")", e);
  }

  /** Runs a read that may meet a key with a wrong salt; the refusal then names the table. */
  public <T> T reading(Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (RowKeyException e) {
      throw refused(e);
    }
  }

  /** A read that checks the rows it meets. */
  public interface Reading<T> {
    /** Reads. */
    T read() throws IOException;
  }

  @Override
  public String toString() {
    return "table '" + name + "' (" + spec + ")";
  }
}
