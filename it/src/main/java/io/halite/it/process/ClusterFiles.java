package io.halite.it.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where a cluster keeps its files: {@code data}, {@code settings}, {@code logs}, {@code tmp} and
 * {@code pids} in one directory, beside {@code halite-cluster}, which says that a cluster has made
 * them. In another directory they are not deleted.
 */
final class ClusterFiles {
  private static final String PID = ".pid";

  private final Path directory;

  ClusterFiles(Path directory) {
    this.directory = directory.toAbsolutePath().normalize();
  }

  Path directory() {
    return directory;
  }

  Path data() {
    return directory.resolve("data");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  Path logs() {
    return directory.resolve("logs");
  }

  /** What clients need to find the cluster: a directory with an {@code hbase-site.xml}. */
  Path ofClients() {
    return settings("client");
  }

  Path settings(String server) {
    return directory.resolve("settings").resolve(server);
  }

  Path log(String server) {
    return logs().resolve(server + ".log");
  }

  Path output(String server) {
    return logs().resolve(server + ".out");
  }

  Path pid(String server) {
    return pids().resolve(server + PID);
  }

  private Path pids() {
    return directory.resolve("pids");
  }

  private List<Path> all() {
    return List.of(data(), temporary(), pids(), directory.resolve("settings"), logs());
  }

  /** Empties the directory of what an earlier cluster left, unless that cluster still runs. */
  void prepare() throws IOException {
    requireOwn();
    Map<String, ProcessHandle> running = running();
    if (!running.isEmpty()) {
      throw new IOException(
          "a cluster runs in '"
              + directory
              + "': "
              + running.keySet()
              + "; end it first (close it, or by 'halite cluster stop')");
    }
    Files.createDirectories(directory);
    Files.writeString(marker(), "A cluster of Halite deletes the directories beside this file.\n");
    delete(all());
    for (Path each : List.of(data(), temporary(), logs(), pids())) {
      Files.createDirectories(each);
    }
  }

  /**
   * Refuses a directory with such files that no cluster has made, such as that of somebody's own
   * {@code data}, if {@code HALITE_CLUSTER} names it by mistake.
   */
  void requireOwn() {
    // Clusters of earlier builds left no marker, but both of these files.
    boolean isOfEarlierBuild =
        Stream.of(Role.ZOOKEEPER, Role.NAMENODE)
            .allMatch(role -> Files.isRegularFile(output(role.label())));
    if (Files.isRegularFile(marker()) || isOfEarlierBuild) {
      return;
    }
    for (Path each : all()) {
      if (Files.exists(each)) {
        throw new IllegalArgumentException(
            "'"
                + each
                + "' is there, which no 'halite cluster' has made: it deletes data, tmp, logs,"
                + " settings and pids of its directory; name another directory, in HALITE_CLUSTER"
                + " for example");
      }
    }
  }

  private Path marker() {
    return directory.resolve("halite-cluster");
  }

  /** The names of all processes that were started since the directory was prepared. */
  List<String> started() throws IOException {
    if (!Files.isDirectory(pids())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(pids())) {
      return files.map(file -> file.getFileName().toString().replace(PID, "")).sorted().toList();
    }
  }

  /** The running processes of this directory's cluster, by name. */
  Map<String, ProcessHandle> running() throws IOException {
    Map<String, ProcessHandle> found = new TreeMap<>();
    for (String name : started()) {
      process(name, pid(name)).ifPresent(process -> found.put(name, process));
    }
    return found;
  }

  /** The process of a pid file, unless another program has its number by now. */
  private Optional<ProcessHandle> process(String name, Path file) throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
        .filter(ProcessHandle::isAlive)
        .filter(
            process ->
                process
                    .info()
                    .arguments()
                    .map(List::of)
                    .orElse(List.of())
                    .contains(settings(name).toString()));
  }

  /** Deletes everything but the logs. */
  void deleteData() throws IOException {
    requireOwn();
    delete(all().stream().filter(each -> !each.equals(logs())).toList());
  }

  private static void delete(List<Path> trees) throws IOException {
    for (Path tree : trees) {
      if (Files.exists(tree)) {
        try (Stream<Path> paths = Files.walk(tree)) {
          for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(path);
          }
        }
      }
    }
  }
}
