package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.table.TableAttributes;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusingRegionTest {
  private static final byte[] ROW = {0x41, 0x54, 0x4C};
  private static final Optional<User> NOBODY = Optional.empty();
  private static final RegionRole ROLE =
      new RefusingRegion(null, "salt 'hsh(*)': name a salt (table 't')");

  private static final RegionCoprocessorEnvironment ENV =
      proxy(
          RegionCoprocessorEnvironment.class,
          region -> proxy(Region.class, descriptor -> descriptor()));

  private static Object descriptor() {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).build();
  }

  private static RegionCoprocessorEnvironment of(TableDescriptor table) {
    Region region = proxy(Region.class, method -> table);
    return proxy(
        RegionCoprocessorEnvironment.class, method -> method.equals("getRegion") ? region : null);
  }

  /** What answers by the name of the method that asks. */
  private static <T> T proxy(Class<T> type, Function<String, @Nullable Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> answers.apply(method.getName())));
  }

  static Stream<Guard.Body> requests() {
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW).ifNotExists(ROW, ROW).build(new Put(ROW, 1));
    return Stream.of(
        () -> ROLE.write(new Put(ROW), NOBODY),
        () -> ROLE.write(new Delete(ROW), NOBODY),
        () -> ROLE.write(new Increment(ROW), NOBODY),
        () -> ROLE.write(new Append(ROW), NOBODY),
        () -> ROLE.check(check, NOBODY),
        () -> ROLE.get(new Get(ROW), List.of(), NOBODY),
        () -> ROLE.beforeOpening(new Scan(), NOBODY),
        () -> ROLE.bulkLoad(List.of(), NOBODY));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void everyRequestIsRefusedWithTheReason(Guard.Body request) {
    assertThatThrownBy(request::run)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("salt 'hsh(*)': name a salt (table 't')");
  }

  @Test
  void everyRefusalShowsTheSpec() {
    assertThat(ROLE.showsSpec("salt 'hsh(*)'")).isTrue();
  }

  @Test
  void theRegionOpensAndCloses() {
    assertThatCode(
            () -> {
              ROLE.opened();
              ROLE.closing();
              ROLE.close();
            })
        .doesNotThrowAnyException();
  }

  @Test
  void onlyWhereEndpointsAreNotJudgedTheirReadsAndWritesAreRefusedBeneathTheOtherHooks()
      throws Exception {
    ROLE.starting(Operation.SCAN);
    RegionRole unasked = RefusingRegion.unasked(null, "HBase 3");
    for (Operation sent : List.of(Operation.SCAN, Operation.BATCH_MUTATE, Operation.ANY)) {
      assertThatThrownBy(() -> unasked.starting(sent))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessage("HBase 3");
    }
    unasked.starting(Operation.COMPACT_REGION);
  }

  @Test
  void aRegionOfAnHBaseThatDoesNotJudgeEndpointsRefusesEveryRequest() {
    RegionRole role = RegionRole.of(ENV, SaltingObserver.class, () -> Optional.of("HBase 3"));
    assertThatThrownBy(() -> role.get(new Get(ROW), List.of(), NOBODY)).hasMessage("HBase 3");
    assertThatThrownBy(() -> role.starting(Operation.SCAN)).hasMessage("HBase 3");
  }

  /** Without hbase:meta no server could serve anything. */
  @Test
  void aRegionOfASystemTableRefusesNothing() {
    TableDescriptor meta =
        TableDescriptorBuilder.newBuilder(TableName.META_TABLE_NAME)
            .setValue("halite.spec", "key=row:*,salt=hash(*) % 4")
            .build();
    assertThat(RegionRole.of(of(meta), SaltingObserver.class, () -> Optional.of("HBase 3")))
        .isInstanceOf(PlainRegion.class);
  }

  /** The region of a table in a family of which the order of writes decides what is hidden. */
  private static RegionRole ofOrderedFamily(String salt) {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
            .setValue("coprocessor$1", TableAttributes.salting("key=row:4,salt=" + salt))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(ROW).setNewVersionBehavior(true).build())
            .build();
    return RegionRole.of(of(table), SaltingObserver.class, Optional::empty);
  }

  /** Each of the places would show a version that another one hides. */
  @ParameterizedTest
  @ValueSource(strings = {"random % 16", "random-suffix % 16"})
  void aRegionRefusesEveryRequestWhereNewVersionBehaviorMeetsRowsOfManyPlaces(String salt) {
    RegionRole role = ofOrderedFamily(salt);
    assertThat(role).isInstanceOf(RefusingRegion.class);
    assertThatThrownBy(() -> role.get(new Get(ROW), List.of(), NOBODY))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("of table 't' has NEW_VERSION_BEHAVIOR")
        .hasMessageContaining("salt '" + salt + "' keeps a row in many places");
    assertThatThrownBy(() -> role.write(new Put(ROW), NOBODY))
        .hasMessageContaining("has NEW_VERSION_BEHAVIOR");
  }
}
