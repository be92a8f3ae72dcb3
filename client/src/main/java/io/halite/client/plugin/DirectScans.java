package io.halite.client.plugin;

import io.halite.routing.scan.SpecQuestion;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens scanners over all buckets of a natural range, or HBase's own over the gateways. */
final class DirectScans {
  private static final Logger LOG = LoggerFactory.getLogger(DirectScans.class);

  private final ScanSource source;
  private final TableSpec spec;
  private final Questions questions;

  DirectScans(ScanSource source, TableSpec spec) {
    this.source = source;
    this.spec = spec;
    this.questions = new Questions(spec, source::get);
  }

  /** Opens a scan; later changes of {@code natural} have no effect. */
  ResultScanner open(Scan natural) throws IOException {
    if (PlannedScan.isForGateways(natural)) {
      return source.scanner(natural);
    }
    return open(questions.answer(spec.turn(SpecAsker.of(natural))), natural);
  }

  /** The same under a routing, for a scan that is not for gateways. */
  ResultScanner open(Routing routing, Scan natural) throws IOException {
    SummedMetrics metrics = new SummedMetrics(natural);
    return open(routing.asks() ? ask(routing, natural) : routing, natural, natural, metrics, 1);
  }

  private Routing ask(Routing routing, Scan natural) throws IOException {
    Sent<Get> question = Sent.of(routing, SpecQuestion.of(natural));
    if (!question.isRouted()) {
      return Routing.natural();
    }
    try {
      TimelineGets.showing(source::get).of(question.stored());
      spec.answered(question);
      return Routing.natural();
    } catch (IOException e) {
      if (Refusals.isOfInterruption(e)) {
        throw e;
      }
      LOG.debug("asked for the spec for {}", natural, e);
      // A failure that tells nothing of the spec is met again by the scan of the gateways.
      return spec.afterFailure(question, e).orElseGet(Routing::natural);
    }
  }

  /** Opens the scan {@code natural}; {@code given} is the application's own. */
  private ResultScanner open(
      Routing routing, Scan natural, Scan given, SummedMetrics metrics, int openings)
      throws IOException {
    Optional<PlannedScan> plan = PlannedScan.of(routing, natural);
    if (plan.isEmpty()) {
      ResultScanner gateways = source.scanner(natural);
      return openings == 1
          ? gateways
          : new CountedScanner(gateways, metrics, sums -> show(sums, given));
    }
    Scan kept = PlannedScan.copy(natural);
    return new DirectScanner(
        plan.get(),
        plan.get().open(source.owners(), metrics, () -> {}),
        metrics,
        sums -> show(sums, given),
        failure -> again(routing, kept, given, metrics, failure, openings),
        source.idle());
  }

  /** Opens a scan again that has failed before its first row; empty if the failure stands. */
  private Optional<ResultScanner> again(
      Routing routing,
      Scan natural,
      Scan given,
      SummedMetrics metrics,
      IOException failure,
      int openings)
      throws IOException {
    Optional<Routing> next = spec.afterFailure(routing, failure, openings);
    return next.isEmpty()
        ? Optional.empty()
        : Optional.of(open(next.get(), natural, given, metrics, openings + 1));
  }

  /** Writes metrics into the application's scan, where {@link Scan#getScanMetrics} reads them. */
  private static void show(ScanMetrics sums, Scan given) {
    given.setAttribute(
        Scan.SCAN_ATTRIBUTES_METRICS_DATA, ProtobufUtil.toScanMetrics(sums, false).toByteArray());
  }
}
