package io.halite.it.rights;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.door.DoorCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/** A guarded cluster of two servers with a twin pair for each salt and value of early_out. */
final class RightsMatrix implements AutoCloseable {
  private static final int THREADS = 3;
  private static final long PATIENCE_MILLIS = 60_000;
  private static final Side.Route DIRECT = connection -> connection;

  private final GuardedCluster guarded;
  private final EmbeddedCluster cluster;
  private final Clients clients;
  private final StoredCells stored;
  private final Map<String, TwinPair> pairs = new LinkedHashMap<>();

  private RightsMatrix(GuardedCluster guarded) {
    this.guarded = guarded;
    this.cluster = guarded.cluster();
    this.clients = new Clients(cluster.configuration());
    this.stored = new StoredCells(cluster.utility().getMiniHBaseCluster());
  }

  /** Starts the cluster and makes the tables of these salts. */
  static RightsMatrix start(List<Salting> saltings) throws Exception {
    return start(saltings, GuardedCluster.startOnHdfs(2, settings -> {}));
  }

  /** The same with servers that serve as guests. */
  static RightsMatrix startWithDoors(List<Salting> saltings) throws Exception {
    RightsMatrix matrix = start(saltings, GuardedCluster.startOnHdfs(2, DoorCluster::turnOn));
    matrix.awaitGuests();
    return matrix;
  }

  private static RightsMatrix start(List<Salting> saltings, GuardedCluster guarded)
      throws Exception {
    RightsMatrix matrix = new RightsMatrix(guarded);
    try {
      matrix.create(saltings);
      return matrix;
    } catch (Exception | Error e) {
      matrix.close();
      throw e;
    }
  }

  private void create(List<Salting> saltings) throws Exception {
    List<TableName> guarded = new ArrayList<>();
    for (Salting salting : saltings) {
      for (boolean earlyOut : new boolean[] {true, false}) {
        TwinPair pair = TwinPair.create(cluster, salting, earlyOut);
        pairs.put(key(salting, earlyOut), pair);
        guarded.add(pair.twin().name());
        guarded.addAll(pair.saltedTables());
      }
    }
    new Grants(cluster).on(guarded);
  }

  /** Waits until each table's door knows the gateway region. */
  private void awaitGuests() throws Exception {
    for (TwinPair pair : pairs.values()) {
      Optional<GuestRoute> route = pair.guestRoute();
      if (route.isPresent()) {
        long before = served();
        cluster
            .utility()
            .waitFor(
                PATIENCE_MILLIS,
                100,
                () -> {
                  Connection superuser = route.get().of(clients.of(Actor.SUPERUSER, false));
                  try (Table table = superuser.getTable(pair.salted().name())) {
                    table.get(new Get(route.get().gateway().getStartKey()));
                  }
                  return served() > before;
                });
      }
    }
  }

  /** How many requests were served as a guest, by all servers. */
  long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private static String key(Salting salting, boolean earlyOut) {
    return salting + " " + earlyOut;
  }

  Clients clients() {
    return clients;
  }

  /** Asks all of them, those of one table in order. */
  Tally ask(List<MatrixQuestion> questions) throws Exception {
    return ask(questions, side -> side);
  }

  /** What stands between a user and the salted table: nothing, or a planted hole. */
  interface Plant {
    Side on(Side salted);
  }

  /** The same with a hole planted on the salted side. */
  Tally ask(List<MatrixQuestion> questions, Plant plant) throws Exception {
    Map<String, List<MatrixQuestion>> byTable = new LinkedHashMap<>();
    for (MatrixQuestion question : questions) {
      byTable
          .computeIfAbsent(key(question.salting(), question.earlyOut()), key -> new ArrayList<>())
          .add(question);
    }
    Tally tally = new Tally();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<List<Verdict>>> tables = new ArrayList<>();
      byTable.forEach((key, some) -> tables.add(() -> askOne(pairs.get(key), some, plant)));
      for (Future<List<Verdict>> verdicts : threads.invokeAll(tables)) {
        verdicts.get().forEach(tally::add);
      }
    } finally {
      threads.shutdownNow();
    }
    return tally;
  }

  private List<Verdict> askOne(TwinPair pair, List<MatrixQuestion> questions, Plant plant)
      throws IOException {
    List<Rows> all = new ArrayList<>();
    List<Put> before = new ArrayList<>();
    for (MatrixQuestion question : questions) {
      Rows rows = Rows.of(question, pair.salted(), pair);
      all.add(rows);
      before.add(rows.before(0));
      before.add(rows.before(1));
    }
    for (TableName name : List.of(pair.salted().name(), pair.twin().name())) {
      try (Table table = cluster.connection().getTable(name)) {
        table.put(before);
      }
    }
    List<Verdict> verdicts = new ArrayList<>();
    List<Long> digest = digest(pair);
    for (Rows rows : all) {
      MatrixQuestion question = rows.question();
      Side plain =
          new Side(clients, question.actor(), clients::of, DIRECT, pair.twin(), rows, false);
      Side salted =
          plant.on(
              new Side(
                  clients,
                  question.actor(),
                  clients::of,
                  route(pair, question),
                  pair.salted(),
                  rows,
                  true));
      Outcome twinOutcome = Outcome.of(question.request().plain(), plain);
      Outcome outcome = Outcome.of(question.request().salted(), salted);
      List<Long> after = digest(pair);
      verdicts.add(
          Law.judge(
              question,
              outcome,
              twinOutcome,
              !after.equals(digest),
              cells(pair, rows, true),
              cells(pair, rows, false)));
      digest = after;
    }
    return verdicts;
  }

  private static Side.Route route(TwinPair pair, MatrixQuestion question) {
    return question.door() == Door.GUEST ? pair.guestRoute().orElseThrow() : DIRECT;
  }

  private List<Long> digest(TwinPair pair) throws IOException {
    List<Long> digests = new ArrayList<>();
    for (TableName name : pair.saltedTables()) {
      digests.add(stored.digest(name));
    }
    return digests;
  }

  private List<TreeSet<String>> cells(TwinPair pair, Rows rows, boolean salted) throws IOException {
    List<TreeSet<String>> cells = new ArrayList<>();
    for (byte[] row : rows.natural()) {
      cells.add(
          salted
              ? stored.row(pair.salted().name(), pair.storedKeys(row))
              : stored.row(pair.twin().name(), List.of(row)));
    }
    return cells;
  }

  @Override
  public void close() throws Exception {
    clients.close();
    guarded.close();
  }
}
