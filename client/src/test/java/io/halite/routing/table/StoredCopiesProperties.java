package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Operation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A copy differs from its original in what salting is about, and in no other field.
 *
 * <p>The expected copy is drawn again from the same seed, on the stored key, and marked.
 */
class StoredCopiesProperties {
  private static final byte[] NATURAL = {0x41, 0x54};
  private static final byte[] STORED = {3, 0x41, 0x54};
  private static final Mark MARK = Mark.of(SaltingSpec.parse("salt=hash(*) % 16"));

  private final StoredMutations mutations = new StoredMutations(MARK);
  private final StoredReads reads = new StoredReads(MARK);

  private static Mutation marked(Mutation mutation) {
    MARK.putOn(mutation);
    return mutation;
  }

  /** A salted table has no replicas, and a request that names one is to fail as without a salt. */
  private static <Q extends Query> Q marked(Q query) {
    if (query.getReplicaId() < 0) {
      query.setConsistency(Consistency.STRONG);
    }
    MARK.putOn(query);
    return query;
  }

  @Property
  void aMutationIsCopiedFieldByField(@ForAll long seed) throws Exception {
    Mutation natural = new RandomOperations(seed).mutation(NATURAL);
    Map<String, String> before = OperationFields.of(natural);
    Mutation copy = mutations.copy(STORED, natural);
    assertThat(OperationFields.of(copy))
        .isEqualTo(OperationFields.of(marked(new RandomOperations(seed).mutation(STORED))));
    assertThat(copy).hasSameClassAs(natural);
    assertThat(OperationFields.of(natural)).as("the original").isEqualTo(before);
  }

  @Property
  void aCopyOfTheSameRowHasEveryField(@ForAll long seed) throws Exception {
    Mutation natural = new RandomOperations(seed).mutation(NATURAL);
    Mutation copy = CopiedMutation.of(natural);
    assertThat(OperationFields.of(copy)).isEqualTo(OperationFields.of(natural));
    assertThat(copy).hasSameClassAs(natural);
  }

  /** A server takes the memory of a request back while a forward may still wait to be sent. */
  @Property
  void aCopyKeepsNoneOfTheMemoryOfARequest(@ForAll @Size(max = 40) byte[] value) throws Exception {
    KeyValue cell =
        new KeyValue(NATURAL, new byte[] {'f'}, new byte[] {'q'}, 7, KeyValue.Type.Put, value);
    ByteBuffer request = ByteBuffer.allocateDirect(cell.getLength());
    request.put(cell.getBuffer(), cell.getOffset(), cell.getLength());
    Put put = new Put(NATURAL).add(new ByteBufferKeyValue(request, 0, cell.getLength()));
    Mutation copy = mutations.copy(STORED, put);
    for (int i = 0; i < cell.getLength(); i++) {
      request.put(i, (byte) 0x5A);
    }
    Cell copied = copy.getFamilyCellMap().get(new byte[] {'f'}).get(0);
    assertThat(CellUtil.cloneRow(copied)).isEqualTo(STORED);
    assertThat(CellUtil.cloneQualifier(copied)).containsExactly('q');
    assertThat(copied.getTimestamp()).isEqualTo(7);
    assertThat(CellUtil.cloneValue(copied)).isEqualTo(value);
  }

  @Property
  void aRowOfMutationsIsCopiedFieldByField(@ForAll long seed) throws Exception {
    RowMutations natural = new RandomOperations(seed).mutations(NATURAL);
    RowMutations expected = new RandomOperations(seed).mutations(STORED);
    expected.getMutations().forEach(StoredCopiesProperties::marked);
    assertThat(OperationFields.of(mutations.copy(STORED, natural.getMutations())))
        .isEqualTo(OperationFields.of(expected));
  }

  @Property
  void aConditionIsCopiedFieldByField(@ForAll long seed) throws Exception {
    CheckAndMutate expected = new RandomOperations(seed).check(STORED);
    if (expected.getAction() instanceof RowMutations row) {
      row.getMutations().forEach(StoredCopiesProperties::marked);
    } else {
      marked((Mutation) expected.getAction());
    }
    CheckAndMutate natural = new RandomOperations(seed).check(NATURAL);
    Map<String, String> given = OperationFields.of(mutations.copy(STORED, natural));
    Map<String, String> wanted = OperationFields.of(expected);
    if (natural.hasFilter()) {
      // HBase gives filters no equality; it is the very same one that is handed on.
      assertThat(mutations.copy(STORED, natural).getFilter()).isSameAs(natural.getFilter());
      given.remove("filter");
      wanted.remove("filter");
    }
    assertThat(given).isEqualTo(wanted);
  }

  @Property
  void aConditionUnderAnotherFilterDiffersInNothingElse(@ForAll long seed) throws Exception {
    CheckAndMutate check = new RandomOperations(seed).check(NATURAL);
    if (check.hasFilter()) {
      var other = new org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter();
      CheckAndMutate copy = Conditions.withFilter(check, other);
      Map<String, String> given = OperationFields.of(copy);
      Map<String, String> wanted = OperationFields.of(check);
      given.remove("filter");
      wanted.remove("filter");
      assertThat(copy.getFilter()).isSameAs(other);
      assertThat(given).isEqualTo(wanted);
    }
  }

  @Property
  void aGetIsCopiedFieldByField(@ForAll long seed) throws Exception {
    Get natural = new RandomOperations(seed).get(NATURAL);
    Get copy = reads.copy(STORED, natural);
    Get expected = new RandomOperations(seed).get(STORED);
    expected.setFilter(natural.getFilter());
    assertThat(OperationFields.of(copy)).isEqualTo(OperationFields.of(marked(expected)));
  }

  @Property
  void aScanIsCopiedFieldByFieldButForItsRangeAndItsPieces(
      @ForAll long seed, @ForAll boolean reversed) throws Exception {
    Scan natural = new RandomOperations(seed).scan(NATURAL, new byte[] {0x42}, reversed);
    KeyRange image = KeyRange.of(STORED, new byte[] {3, 0x42});
    List<Scan> copies = reads.copies(natural, List.of(image), 7);
    assertThat(copies).hasSize(1);
    Scan expected = new RandomOperations(seed).scan(NATURAL, new byte[] {0x42}, reversed);
    expected.setFilter(natural.getFilter());
    expected.withStartRow(reversed ? image.stop() : image.start(), !reversed);
    expected.withStopRow(reversed ? image.start() : image.stop(), reversed);
    expected.setLimit(7).setBatch(-1).setAllowPartialResults(false).setNeedCursorResult(false);
    assertThat(OperationFields.of(copies.get(0))).isEqualTo(OperationFields.of(marked(expected)));
  }

  @Example
  void onlyFieldsThatNobodySetsAreTheSameInAllRandomOperations() throws Exception {
    Map<String, Set<String>> seen = new HashMap<>();
    for (long seed = 0; seed < 400; seed++) {
      RandomOperations random = new RandomOperations(seed);
      for (Operation operation :
          List.of(
              random.mutation(NATURAL),
              random.get(NATURAL),
              random.scan(NATURAL, STORED, seed % 2 == 0))) {
        String type = operation.getClass().getSimpleName();
        for (Map.Entry<String, String> field : OperationFields.of(operation).entrySet()) {
          seen.computeIfAbsent(type + "." + field.getKey(), name -> new HashSet<>())
              .add(field.getValue());
        }
      }
    }
    Set<String> constant = new TreeSet<>(seen.keySet());
    constant.removeIf(field -> seen.get(field).size() > 1);
    assertThat(constant)
        .isEqualTo(
            Set.of(
                "Put.row",
                "Delete.row",
                "Increment.row",
                "Append.row",
                "Get.row",
                // Refused by servers since HBase 2.0.
                "Get.closestRowBefore",
                // Set by the scan's client after it was opened, and never copied.
                "Scan.mvccReadPoint",
                // Written by HBase 1 clients, read as a PREAD scan with a limit.
                "Scan.small"));
  }
}
