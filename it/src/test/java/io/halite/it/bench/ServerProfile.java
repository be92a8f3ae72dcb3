package io.halite.it.bench;

import io.halite.it.process.ClusterPlan;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the region servers of a cluster of processes spend their processor time: a flight recording
 * of each, summed up by thread and by method.
 *
 * <p>Each share is of all samples of Java code on these servers; collectors and compilers are not
 * among them. A method's share counts the methods that it calls.
 */
final class ServerProfile {
  private static final int METHODS = 45;

  private final Map<String, Integer> threads = new HashMap<>();
  private final Map<String, Integer> methods = new HashMap<>();
  private final Map<String, Integer> ends = new HashMap<>();
  private int samples;

  private ServerProfile() {}

  /**
   * The plan of a cluster whose region servers record from their start on: a JVM throws its
   * compiled code away when its first recording begins.
   */
  static ClusterPlan recording(ClusterPlan plan) {
    return plan.option(Role.REGIONSERVER, "-XX:StartFlightRecording=settings=profile");
  }

  /** Begins to record region servers. */
  static void start(ProcessCluster cluster, int... servers) throws Exception {
    for (int server : servers) {
      jcmd(cluster.regionServer(server).pid(), "JFR.start", "name=halite", "settings=profile");
    }
  }

  /** Ends the recordings and sums them up. */
  static ServerProfile stop(ProcessCluster cluster, int... servers) throws Exception {
    ServerProfile profile = new ServerProfile();
    for (int server : servers) {
      Path file = Files.createTempFile("halite", ".jfr");
      try {
        jcmd(cluster.regionServer(server).pid(), "JFR.stop", "name=halite", "filename=" + file);
        profile.add(file);
      } finally {
        Files.deleteIfExists(file);
      }
    }
    return profile;
  }

  private void add(Path recording) throws IOException {
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals("jdk.ExecutionSample")
            && event.getStackTrace() != null) {
          add(event);
        }
      }
    }
  }

  private void add(RecordedEvent sample) {
    samples++;
    String thread = sample.getThread("sampledThread").getJavaName();
    threads.merge(String.valueOf(thread).replaceAll("[0-9]+", "#"), 1, Integer::sum);
    Set<String> seen = new HashSet<>();
    for (RecordedFrame frame : sample.getStackTrace().getFrames()) {
      String method = frame.getMethod().getType().getName() + '.' + frame.getMethod().getName();
      if (seen.isEmpty()) {
        ends.merge(method, 1, Integer::sum);
      }
      if (seen.add(method)) {
        methods.merge(method, 1, Integer::sum);
      }
    }
  }

  /** The shares in percent, the greatest first. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("%d samples; threads:".formatted(samples));
    lines.addAll(greatest(threads, "", 14));
    lines.add("methods of Halite with what they call:");
    lines.addAll(greatest(methods, "io.halite", METHODS));
    lines.add("methods of HBase with what they call:");
    lines.addAll(greatest(methods, "org.apache.hadoop.hbase", METHODS));
    lines.add("methods by themselves:");
    lines.addAll(greatest(ends, "", METHODS));
    return lines;
  }

  private List<String> greatest(Map<String, Integer> counts, String prefix, int most) {
    return counts.entrySet().stream()
        .filter(count -> count.getKey().startsWith(prefix))
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(most)
        .map(count -> "%5.1f %%  %s".formatted(100.0 * count.getValue() / samples, count.getKey()))
        .toList();
  }

  private static void jcmd(long pid, String... command) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    line.add(Long.toString(pid));
    line.addAll(List.of(command));
    Process process =
        new ProcessBuilder(line).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("'" + String.join(" ", line) + "' did not succeed within 60 s");
    }
  }
}
