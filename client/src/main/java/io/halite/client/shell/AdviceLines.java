package io.halite.client.shell;

import io.halite.keys.SaltingSpec;
import io.halite.keys.advice.Advice;
import io.halite.keys.advice.Judgement;
import io.halite.keys.advice.Judgement.Reading;
import io.halite.keys.advice.KeySample;
import io.halite.keys.advice.LayoutGuess;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Prints advice: the sample, a line for each technique, the choice, and the line to paste. */
record AdviceLines(KeySample sample, AdviseOptions options, Advice advice) {
  private static final String LAST = "the line, for HBase's shell:";

  List<String> lines(Optional<LayoutGuess> guess) {
    List<String> lines = new ArrayList<>(ofSample());
    lines.add(
        "layout  %s%s"
            .formatted(
                advice.choice().spec().layout(),
                guess.map(one -> " (a guess: " + one.reason() + ")").orElse("")));
    lines.add("");
    lines.addAll(table());
    lines.add("");
    lines.add("choice  " + advice.choice().spec().salt());
    lines.add("reason  " + advice.reason());
    advice.changes().forEach(change -> lines.add("other   if " + change));
    lines.add(LAST);
    lines.add(attribute(advice.choice().spec()));
    return lines;
  }

  private List<String> ofSample() {
    List<String> lines = new ArrayList<>();
    String lengths =
        sample.shortest() == sample.longest()
            ? Integer.toString(sample.longest())
            : sample.shortest() + " to " + sample.longest();
    boolean isPart = sample.kept().size() < sample.total();
    lines.add(
        "sample  %d keys of %s bytes%s"
            .formatted(
                sample.total(),
                lengths,
                isPart ? ", of which " + sample.kept().size() + " at random are judged" : ""));
    if (options.isOrdered()) {
      lines.add("newest  the last %d of them".formatted(sample.newest().size()));
      if (sample.ascends()) {
        lines.add(
            "note    nearly every key is greater than the one before; if the sample was sorted, say"
                + " --unordered");
      }
    }
    long fewest = Advice.fewest(options.buckets());
    if (sample.total() < fewest) {
      lines.add(
          "note    too few keys to judge %d buckets: give at least %d; what follows is chance"
              .formatted(options.buckets(), fewest));
    }
    return lines;
  }

  private List<String> table() {
    List<String> lines = new ArrayList<>();
    int width =
        advice.judgements().stream()
            .mapToInt(one -> one.spec().salt().toString().length())
            .max()
            .orElse(0);
    String form = "%-" + width + "s  %7s  %7s  %6s  %4s  %8s  %8s";
    lines.add(
        "The busiest of %d regions has so much of all rows and of the newest; even is %s."
            .formatted(options.buckets(), percent(1.0 / options.buckets())));
    lines.add(
        "Then: bytes that the salt adds to a key; places that a get, a scan of one '%s' and a"
            .formatted(advice.choice().spec().layout().segments().get(0).name()));
    lines.add("scan of a range read; + where rows are sorted in passes.");
    lines.add("");
    lines.add(form.formatted("salt", "all", "newest", "bytes", "get", "prefix", "range"));
    for (Judgement one : advice.judgements()) {
      lines.add(
          form.formatted(
              one.spec().salt(),
              percent(one.all()),
              sample.newest().isEmpty() || !options.isOrdered() ? "-" : percent(one.newest()),
              one.bytesAdded(),
              one.gets(),
              reading(one.prefix()),
              reading(one.range())));
    }
    return lines;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String reading(Reading reading) {
    return reading.places() + (reading.isSorted() ? "+" : "");
  }

  /** {@code create_salted} splits the table too; a table without a salt has splits of its own. */
  private static String attribute(SaltingSpec spec) {
    boolean isPlain = spec.salt().splitPoints().isEmpty();
    return isPlain
        ? "alter 't', METHOD => 'table_att', 'coprocessor' => "
            + quoted(TableAttributes.salting(spec.toString()))
        : "create_salted 't', 'f', " + quoted(spec.toString());
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
