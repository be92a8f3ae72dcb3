package io.halite.it.oracle;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random operations of all kinds, the same ones for the same seed. */
final class OperationGenerator {
  private final Random random;
  private final OracleSettings settings;
  private final Keys keys;
  private final MutationOperations writes;
  private final CheckOperations checks;
  private final OldCheckOperations oldChecks;
  private final BatchOperations batches;
  private final ReadOperations reads;
  private final IndexOperations byIndex;
  private final ScanOperations scans;
  private final Optional<NewestOperations> newest;
  private final Optional<NewestQueries> newestByClient;

  OperationGenerator(
      Random random,
      OracleSettings settings,
      Keys keys,
      Optional<SaltingSpec> spec,
      TwinClock clock,
      Population population) {
    this.random = random;
    this.settings = settings;
    this.keys = keys;
    // Behind a cell of the nameless column HBase shows what is deleted: its filters' hints lead
    // past the marker of a family's deletion. A join of many places does not.
    boolean withNameless =
        settings.singlePlace() && settings.still() && settings.families().takesNameless();
    Columns columns = new Columns(random, withNameless);
    Mutations mutations = new Mutations(random, columns, clock, settings.singlePlace());
    Filters filters = new Filters(random, keys, columns, mutations);
    RandomGets gets = new RandomGets(random, columns, mutations, filters);
    writes = new MutationOperations(random, keys, columns, mutations, clock);
    checks = new CheckOperations(random, keys, columns, mutations, filters, clock);
    oldChecks = new OldCheckOperations(random, keys, columns, mutations, filters, clock);
    batches = new BatchOperations(random, keys, mutations, gets, checks, clock, settings);
    reads = new ReadOperations(random, keys, gets, clock);
    byIndex =
        new IndexOperations(
            random, keys, gets, clock, spec.map(SaltingSpec::indexes).orElse(List.of()));
    Scans drawn = new Scans(random, keys, columns, mutations, filters, settings, spec.isPresent());
    scans = new ScanOperations(random, keys, drawn, columns, clock, population);
    NewestScans newestScans = new NewestScans(random, keys, filters, drawn);
    newest = NewestOperations.of(random, keys, newestScans, clock, population, spec);
    newestByClient = NewestQueries.of(random, keys, filters, columns, population, spec);
  }

  Keys keys() {
    return keys;
  }

  Operation next() throws IOException {
    int dice = random.nextInt(1000);
    return dice < 560 ? write(dice) : read(dice);
  }

  private Operation write(int dice) throws IOException {
    if (dice >= 255 && dice < 520 && !settings.singlePlace()) {
      return dice < 400 ? writes.put() : writes.buffered();
    }
    if (dice < 130) {
      return writes.put();
    } else if (dice < 170) {
      return writes.puts();
    } else if (dice < 240) {
      return writes.delete();
    } else if (dice < 255) {
      return writes.deletes();
    } else if (dice < 305) {
      return writes.increment();
    } else if (dice < 315) {
      return writes.incrementColumnValue();
    } else if (dice < 355) {
      return writes.append();
    } else if (dice < 400) {
      return writes.mutateRow();
    } else if (dice < 435) {
      return writes.buffered();
    } else if (dice < 485) {
      return checks.one();
    } else if (dice < 500) {
      return checks.several();
    }
    return dice < 520 ? oldChecks.any() : batches.any();
  }

  private Operation read(int dice) throws IOException {
    if (dice < 690) {
      if (!byIndex.areThere() || dice >= 620) {
        return reads.get();
      }
      return dice < 600 ? byIndex.get() : byIndex.scan();
    } else if (dice < 730) {
      return reads.gets();
    } else if (dice < 760) {
      return reads.exists();
    } else if (dice < 780) {
      return reads.existsAll();
    } else if (dice < 800 && settings.still()) {
      return scans.counting();
    } else if (newest.isPresent() && random.nextInt(3) > 0) {
      return random.nextInt(3) == 0 ? newestByClient.orElseThrow().any() : newest.get().any();
    }
    return dice == 999 && settings.fullScansPerMille() > 0 ? scans.ofFamily() : scans.any();
  }
}
