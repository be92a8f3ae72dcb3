package io.halite.it.rights;

import static io.halite.it.rights.Decoders.TABLE;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import com.google.protobuf.TextFormat;
import com.google.protobuf.UninitializedMessageException;
import io.halite.filters.natural.FilterAdmission;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.RegionServices;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.index.IndexQuestion;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.latest.LatestHandler;
import io.halite.routing.latest.LatestServices;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter.RowRange;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.FilterProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/** What reads the messages of clients: requests of endpoints, trees of filters, entries. */
final class Messages {
  private static final List<byte[]> PARTS =
      List.of(Bytes.fromHex("0a00"), Bytes.fromHex("12021200"), Bytes.fromHex("2a0a0a01"));
  private static final String NEWEST =
      "fingerprint: 7 limit: 3 key_segments: 1 range {start: 'A' stop: 'B'}"
          + " range {start: 'C' stop: ''} carried: 2 as_of: 9 not_before: 8 column {family: 'f'}"
          + " column {family: 'g' qualifier: 'q'} versions: 2 where: 'destination = LAX'"
          + " max_bytes: 100 max_millis: 200 max_rows: 300";
  private static final String AGGREGATE =
      "fingerprint: 7 limit: 1 key_segments: 0 range {start: 'A' stop: 'B'}"
          + " aggregation {family: 'f' qualifier: 'q' type: DECIMAL}";
  private static final String VERIFY = "fingerprint: 7 act: VERIFY start: 'A' stop: 'B' prefix: ''";
  private static final String DELETE =
      "fingerprint: 7 act: DELETE_PREFIX start: 'A' stop: '' prefix: 'ATL'";
  private static final RowIndex INDEX = TABLE.spec().indexes().get(0);

  private Messages() {}

  static Stream<Decoder> all() {
    return Stream.of(
        endpoint("latest request", LatestServices.of(new Newest()), "Latest", NEWEST, AGGREGATE),
        endpoint("operator request", RegionServices.of(new Operator()), "Walk", VERIFY, DELETE),
        new Decoder("filter tree", trees(), PARTS, Set.of(), Messages::tree),
        Decoder.of(
            "index values",
            List.of(Bytes.toBytes("LAXATL"), Bytes.toBytes("LAX"), Bytes.toBytes("LAXATLvalue")),
            PARTS,
            Set.of(),
            Messages::find),
        Decoder.of(
            "halite.index",
            List.of(
                Bytes.toBytes(INDEX.name() + ": LAX [A, B)"),
                Bytes.toBytes(INDEX.name() + ": LAX ATL 'va''lue'*"),
                Bytes.toBytes(INDEX.name() + ": [0x41, )")),
            PARTS,
            Set.of(),
            Messages::ask));
  }

  /** What is read prints what reads as the same again. */
  private static void ask(byte[] bytes) throws IOException {
    IndexRange asked = IndexQuestion.parse(bytes, new byte[0], TABLE);
    byte[] printed = Bytes.toBytes(asked.toString());
    if (!IndexQuestion.parse(printed, new byte[0], TABLE).equals(asked)) {
      throw new IllegalStateException(asked.toString());
    }
    asked.images();
    asked.answers(IndexEntry.of(Bytes.toBytes("LAXATLvalueATL"), 11));
  }

  private static Decoder endpoint(String name, Service service, String method, String... valid) {
    MethodDescriptor called = service.getDescriptorForType().findMethodByName(method);
    Message prototype = service.getRequestPrototype(called);
    return new Decoder(
        name,
        Arrays.stream(valid).map(text -> message(prototype, text)).toList(),
        PARTS,
        Set.of(),
        bytes -> parsed(prototype, bytes).map(request -> () -> call(service, called, request)));
  }

  private static void call(Service service, MethodDescriptor called, Message request)
      throws IOException {
    ServerRpcController controller = new ServerRpcController();
    service.callMethod(called, controller, request, response -> {});
    if (controller.failedOnException()) {
      throw controller.getFailedOn();
    }
  }

  /**
   * As HBase reads it, by protobuf 2.5, before it calls the service of any endpoint: 111 kB of
   * unknown fields by turns allocate 3.8 GB there.
   */
  private static Optional<Message> parsed(Message prototype, byte[] bytes) {
    Message.Builder builder = prototype.newBuilderForType();
    try {
      return Optional.of(builder.mergeFrom(bytes).build());
    } catch (InvalidProtocolBufferException
        | UninitializedMessageException
        | IndexOutOfBoundsException protobufsOwn) {
      return Optional.empty();
    }
  }

  private static byte[] message(Message prototype, String text) {
    Message.Builder builder = prototype.newBuilderForType();
    try {
      TextFormat.merge(text, builder);
    } catch (TextFormat.ParseException e) {
      throw new IllegalStateException(e);
    }
    return builder.build().toByteArray();
  }

  private static final class Newest implements LatestHandler {
    @Override
    public String spec() {
      return TABLE.spec().toString();
    }

    @Override
    public Page latest(PageRequest request) {
      request.selection().where().ifPresent(text -> SegmentFilter.where(TABLE.layout(), text));
      return new Page(List.of(), new byte[0], Work.NONE);
    }
  }

  private static final class Operator implements RegionHandler {
    @Override
    public RegionFacts facts() throws IOException {
      throw new IOException("nobody asks");
    }

    @Override
    public ServerFacts server() throws IOException {
      throw new IOException("nobody asks");
    }

    @Override
    public WalkPage walk(Walk walk) {
      walk.prefix().begins(walk.rows().start());
      walk.rows().intersect(KeyRange.of(new byte[] {1}, new byte[] {2}));
      return new WalkPage(
          0, 0, List.of(walk.rows().toString()), Optional.of(walk.rows().stop()), walk.time());
    }

    @Override
    public BitSet vacant(long fingerprint, List<KeyRange> images) {
      BitSet vacant = new BitSet();
      vacant.set(0, (int) images.stream().filter(KeyRange::isEmpty).count());
      return vacant;
    }

    @Override
    public RegionReading reading(List<KeyRange> ranges, long number) {
      long held = ranges.stream().filter(range -> !range.isEmpty()).count();
      return new RegionReading(held, number, Optional.empty());
    }

    @Override
    public Optional<byte[]> rest(long ticket) {
      return Optional.of(Bytes.toBytes(ticket));
    }
  }

  private static List<byte[]> trees() {
    Filter row = new RowFilter(CompareOperator.LESS, new BinaryComparator(new byte[] {'A'}));
    Filter segments = SegmentFilter.where("@0:3 in (A*, B..C)");
    Filter ranges =
        new MultiRowRangeFilter(
            Lists.newArrayList(new RowRange(new byte[] {1}, true, new byte[] {9}, false)));
    Filter fuzzy = new FuzzyRowFilter(List.of(new Pair<>(new byte[] {1, 2}, new byte[] {0, 1})));
    Filter either = new FilterList(FilterList.Operator.MUST_PASS_ONE, row, new PageFilter(3));
    return Stream.of(
            segments,
            new FilterList(segments, row, new PageFilter(7)),
            new FilterList(either, new SkipFilter(ranges), fuzzy),
            new WhileMatchFilter(new PrefixFilter(new byte[] {'A'})))
        .map(Messages::bytes)
        .toList();
  }

  private static byte[] bytes(Filter filter) {
    try {
      return ProtobufUtil.toFilter(filter).toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** HBase looks for classes of any name, in jars too, which is no cost of Halite's. */
  private static Optional<Decoder.Handed> tree(byte[] bytes) {
    try {
      Filter filter = ProtobufUtil.toFilter(FilterProtos.Filter.parseFrom(bytes));
      return Optional.of(() -> judge(filter, bytes));
    } catch (IOException | RuntimeException hbasesOwn) {
      return Optional.empty();
    }
  }

  private static void judge(Filter filter, byte[] bytes) throws IOException {
    Scan scan = new Scan().setFilter(filter);
    FilterAdmission.ofRow(filter).require();
    FilterAdmission.ofScan(scan, Set.of()).require();
    Decoders.judge(TABLE.naturalView(filter), Bytes.add(new byte[] {1}, bytes));
  }

  private static void find(byte[] bytes) throws IOException {
    Get asked = new Get(bytes.length == 0 ? new byte[] {1} : Decoders.key(bytes));
    List<Result> entries = List.of(entry(bytes, 6), entry(bytes, 0xFFFF), entry(bytes, 0));
    new IndexedReads(
            INDEX,
            (ranges, most, size) -> ranges.stream().map(range -> entries).toList(),
            natural ->
                Result.create(
                    List.of(
                        new KeyValue(
                            natural.getRow(), Bytes.toBytes("f"), Bytes.toBytes("q"), bytes))))
        .find(asked, 2);
  }

  private static Result entry(byte[] bytes, int width) {
    byte[] row = bytes.length == 0 ? new byte[] {1} : Decoders.key(bytes);
    byte[] qualifier = Arrays.copyOf(Bytes.toBytes((short) width), bytes.length % 4);
    return Result.create(List.of(new KeyValue(row, Bytes.toBytes("i"), qualifier, new byte[0])));
  }
}
