package io.halite.it.rights;

import static io.halite.it.rights.Rows.F;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.LatestStub;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Seven calls of endpoints. Where a plain table has no such call, its twin is what the user could
 * find out, or do, by scans and deletes.
 */
final class Endpoints {
  private static final Set<Door> UNMARKED = EnumSet.complementOf(EnumSet.of(Door.FORGED_MARK));
  private static final String FACTS = "facts of a region";
  private static final String VERIFICATION = "verification of a row";
  private static final String SPEC = "spec of LatestEndpoint";
  private static final String PAGE = "page of LatestEndpoint";

  /** Those that a user who may read asks; a plain table has only scans in their place. */
  static final Set<String> QUESTIONS = Set.of(FACTS, VERIFICATION, SPEC, PAGE);

  /** The names of all of them. */
  static final Set<String> NAMES = all().stream().map(Request::name).collect(Collectors.toSet());

  private Endpoints() {}

  static List<Request> all() {
    return List.of(
        call(FACTS, Endpoints::facts).plain((side, outcome) -> ifSeen(side, outcome, "facts")),
        call(VERIFICATION, (side, outcome) -> walk(Walk.Act.VERIFY, side, outcome))
            .plain(Endpoints::countSeen),
        call("count by prefix", (side, outcome) -> walk(Walk.Act.COUNT_PREFIX, side, outcome))
            .plain(Endpoints::deleteWhatIsSeen),
        Request.write(
                "delete by prefix", (side, outcome) -> walk(Walk.Act.DELETE_PREFIX, side, outcome))
            .plain(Endpoints::delete)
            .by(UNMARKED),
        call(SPEC, Endpoints::spec).plain((side, outcome) -> ifSeen(side, outcome, "spec")),
        call(PAGE, Endpoints::page).plain((side, outcome) -> outcome.answer(Reads.newest(side))),
        Request.write("endpoint of somebody else", Endpoints::foreign).by(UNMARKED));
  }

  private static Request call(String name, Request.Act act) {
    return Request.read(name, act).by(UNMARKED);
  }

  private static void facts(Side side, Outcome outcome) throws Exception {
    try (Table table = side.open()) {
      RegionStub.facts(table, asked(side));
      outcome.answer("facts");
    }
  }

  /** The gateway, or the owner where that is on another server. */
  private static byte[] asked(Side side) {
    return side.question().door() == Door.REMOTE_OWNER ? side.storedRow(0) : side.row(0);
  }

  private static void walk(Walk.Act act, Side side, Outcome outcome) throws Exception {
    byte[] stored = side.storedRow(0);
    KeyRange row = KeyRange.of(stored, Arrays.copyOf(stored, stored.length + 1));
    byte[] prefix = act == Walk.Act.VERIFY ? new byte[0] : side.row(0);
    try (Table table = side.open()) {
      long rows =
          RegionStub.walk(
                  table,
                  new Walk(side.table().spec().fingerprint(), act, row, new Walk.Prefix(prefix)))
              .rows();
      outcome.answer("rows: " + rows);
    }
  }

  /** Verification counts the rows of which the user may see any cell. */
  private static void countSeen(Side side, Outcome outcome) throws Exception {
    outcome.answer(
        "rows: "
            + side.scan(new Scan()).stream()
                .filter(row -> Bytes.equals(row.getRow(), side.row(0)))
                .count());
  }

  private static void delete(Side side, Outcome outcome) throws Exception {
    try (Table table = side.open()) {
      table.delete(new Delete(side.row(0)));
      outcome.answer("rows: 1");
    }
  }

  /** A count of rows that a delete would find is for those who may read and delete them. */
  private static void deleteWhatIsSeen(Side side, Outcome outcome) throws Exception {
    if (side.scan(new Scan()).isEmpty()) {
      outcome.refuse("a scan shows nothing");
    } else {
      delete(side, outcome);
    }
  }

  /** Whoever may read anything may know the spec and how large regions are. */
  private static void ifSeen(Side side, Outcome outcome, String answer) throws Exception {
    if (side.scan(new Scan()).isEmpty()) {
      outcome.refuse("a scan shows nothing");
    } else {
      outcome.answer(answer);
    }
  }

  private static void spec(Side side, Outcome outcome) throws Exception {
    try (Table table = side.open()) {
      LatestStub.spec(table.coprocessorService(asked(side)));
      outcome.answer("spec");
    }
  }

  private static void page(Side side, Outcome outcome) throws Exception {
    List<Result> rows = new ArrayList<>();
    try (LatestClient client = LatestClient.open(side.connection(), side.table().name());
        LatestAnswers answers =
            client.ask(
                LatestQuery.newest(1)
                    .ofKeys(Bytes.toBytes(side.question().unit()))
                    .columns(Column.family(F)))) {
      for (KeyAnswer answer : answers) {
        answer.rows().stream().map(LatestRow::result).forEach(rows::add);
      }
    }
    outcome.answer(rows);
  }

  private static void foreign(Side side, Outcome outcome) throws Exception {
    try (Table table = side.open()) {
      MultiRowMutationService.newBlockingStub(table.coprocessorService(side.row(0)))
          .mutateRows(
              null,
              MutateRowsRequest.newBuilder()
                  .addMutationRequest(
                      ProtobufUtil.toMutation(MutationType.PUT, Writes.put(side.row(0))))
                  .build());
      outcome.answer("done");
    } catch (com.google.protobuf.ServiceException e) {
      throw ProtobufUtil.handleRemoteException(e);
    }
  }
}
