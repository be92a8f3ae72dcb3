package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import io.halite.client.operate.RegionState.Answer;
import io.halite.routing.endpoint.wire.SaltedTableProtos.FactsResponse;
import io.halite.routing.endpoint.wire.SaltedTableProtos.ServerResponse;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.junit.jupiter.api.Test;

/** What a survey makes of each answer of the master and of a region. */
class TableSurveyTest {
  private static final String SPEC = "key=row:4 order:*,salt=hash(*) % 4,index=byOrder(order)";
  private static final TableName NAME = TableName.valueOf("t");
  private static final ServerName SERVER = ServerName.valueOf("h2", 16020, 5);
  private static final Connection NONE =
      Scripted.of(
          Connection.class,
          (call, given) -> {
            throw new IllegalStateException(call);
          });

  private static final FactsResponse FACTS =
      ScriptedFacts.of("key=row:*,salt=hash(*) % 2").setVersion("0.0.9").build();

  private static TableDescriptor salted() throws Exception {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setValue("coprocessor$1", TableAttributes.salting(SPEC))
        .build();
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsLeftOut() throws Exception {
    TableDescriptor salted = salted();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> List.of(salted);
                  default -> throw new TableNotFoundException(NAME);
                });
    assertThat(new TableSurvey(NONE, admin).tables()).isEmpty();
  }

  @Test
  void aTableOfAnIndexThatIsDroppedMeanwhileIsAnObjection() throws Exception {
    TableDescriptor salted = salted();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> List.of(salted);
                  case "tableExists" -> true;
                  case "isTableEnabled" -> {
                    if (given[0].equals(NAME)) {
                      yield false;
                    }
                    throw new TableNotFoundException("t-byOrder");
                  }
                  default -> throw new IllegalStateException(call);
                });
    assertThat(new TableSurvey(NONE, admin).tables())
        .singleElement()
        .satisfies(
            table ->
                assertThat(table.indexes())
                    .singleElement()
                    .asString()
                    .contains("does not exist, and writes are refused"));
  }

  /** A survey of a table of two regions on one server, which answers each call like this. */
  private static List<RegionState> asked(Map<String, IOException> errors, List<String> calls)
      throws Exception {
    TableDescriptor salted =
        TableDescriptorBuilder.newBuilder(NAME)
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=hash(*) % 2"))
            .build();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> List.of(salted);
                  case "isTableEnabled" -> true;
                  default -> throw new IllegalStateException(call);
                });
    CoprocessorRpcChannel channel =
        Scripted.of(
            CoprocessorRpcChannel.class,
            (call, given) -> {
              String method = ((MethodDescriptor) given[0]).getName();
              calls.add(method);
              if (errors.containsKey(method)) {
                throw new ServiceException(errors.get(method));
              }
              return FACTS;
            });
    return new TableSurvey(ofHalves(channel), admin).tables().get(0).regions();
  }

  /** A connection to tables of two regions, whose every endpoint answers by {@code channel}. */
  private static Connection ofHalves(CoprocessorRpcChannel channel) {
    Table table = Scripted.of(Table.class, (call, given) -> channel);
    RegionLocator locator = Scripted.of(RegionLocator.class, (call, given) -> halves());
    return Scripted.of(
        Connection.class, (call, given) -> call.equals("getTable") ? table : locator);
  }

  private static List<HRegionLocation> halves() {
    byte[] half = {1};
    return List.of(
        new HRegionLocation(RegionInfoBuilder.newBuilder(NAME).setEndKey(half).build(), SERVER),
        new HRegionLocation(RegionInfoBuilder.newBuilder(NAME).setStartKey(half).build(), SERVER));
  }

  @Test
  void aServerThatDidNotAnswerIsNotAskedForItsOtherRegions() throws Exception {
    List<String> calls = new ArrayList<>();
    IOException late = new SocketTimeoutException("callTimeout=10000");
    assertThat(asked(Map.of("Server", late), calls))
        .extracting(RegionState::answer)
        .containsExactly(Answer.SILENT, Answer.SILENT);
    assertThat(calls).hasSize(1);
  }

  @Test
  void anInterruptEndsTheSurvey() {
    assertThatThrownBy(
            () -> asked(Map.of("Server", new InterruptedIOException()), new ArrayList<>()))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void aServerWhoseRegionHasMovedIsAskedForItsOtherRegions() throws Exception {
    List<String> calls = new ArrayList<>();
    IOException moved = new IOException(new NotServingRegionException("t,,1"));
    assertThat(asked(Map.of("Server", moved), calls))
        .extracting(RegionState::answer)
        .containsExactly(Answer.SILENT, Answer.SILENT);
    assertThat(calls).hasSize(2);
  }

  @Test
  void aTableThatIsDroppedBeforeItsRegionsAreAskedIsLeftOut() {
    assertThatThrownBy(
            () -> asked(Map.of("Server", new TableNotFoundException(NAME)), new ArrayList<>()))
        .as("there is no first table")
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /**
   * A survey of the plain tables {@code gone}, {@code off} and {@code on}, whose server gives
   * {@code on} a spec by default. Its first region has moved.
   */
  private static List<TableState> plainTables(List<String> calls) throws Exception {
    List<TableDescriptor> plain =
        Stream.of("gone", "off", "on")
            .map(name -> TableDescriptorBuilder.newBuilder(TableName.valueOf(name)).build())
            .toList();
    Admin admin =
        Scripted.of(
            Admin.class,
            (call, given) ->
                switch (call) {
                  case "isNormalizerEnabled" -> false;
                  case "listTableDescriptors" -> plain;
                  case "getRegionServers" -> List.of(SERVER);
                  case "isTableEnabled" -> {
                    if (given[0].toString().equals("gone")) {
                      throw new TableNotFoundException("gone");
                    }
                    yield given[0].toString().equals("on");
                  }
                  default -> throw new IllegalStateException(call);
                });
    ServerResponse facts =
        ServerResponse.newBuilder()
            .setServer(SERVER.getServerName())
            .setVersion("0.1.0")
            .setCommit("")
            .setJava("17")
            .setHbase("2.6.4")
            .addSetting(
                ServerResponse.Setting.newBuilder()
                    .setKey(TableAttributes.DEFAULT_SPEC)
                    .setValue("key=row:*,salt=hash(*) % 2"))
            .build();
    CoprocessorRpcChannel channel =
        Scripted.of(
            CoprocessorRpcChannel.class,
            (call, given) -> {
              calls.add(call);
              if (calls.size() == 1) {
                throw new ServiceException(new IOException(new NotServingRegionException("on,,1")));
              }
              return facts;
            });
    return new TableSurvey(ofHalves(channel), admin).tables();
  }

  @Test
  void theSpecByDefaultIsLearntThoughATableIsDroppedOneDisabledAndARegionMoved() throws Exception {
    List<String> calls = new ArrayList<>();
    assertThat(plainTables(calls))
        .as("without the dropped one")
        .extracting(each -> each.name().toString() + " " + each.enabled())
        .containsExactly("off false", "on true");
    assertThat(calls).as("two regions to learn the spec, and two of the table").hasSize(4);
  }

  @Test
  void noCallWaitsForAServerLongerThanTheDoctorSays() {
    Configuration site = new Configuration(false);
    site.setInt("hbase.rpc.timeout", 60_000);
    Configuration brief = ClusterSurvey.brief(site);
    assertThat(
            List.of(
                "hbase.client.operation.timeout",
                "hbase.client.meta.operation.timeout",
                "hbase.rpc.timeout",
                "hbase.rpc.read.timeout"))
        .allMatch(key -> brief.getInt(key, 0) == 10_000);
    assertThat(site.getInt("hbase.rpc.timeout", 0)).as("the caller's own").isEqualTo(60_000);
  }
}
