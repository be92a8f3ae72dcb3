package io.halite.it.fire;

import io.halite.it.process.ProcessCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is alive in the heaps of region servers, as {@code jmap} counts it. Stateless. */
final class LiveBytes {
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

  private LiveBytes() {}

  /** The bytes alive in the fullest of the region servers; it collects their garbage. */
  static long most(ProcessCluster cluster) throws IOException, InterruptedException {
    long most = 0;
    for (int server = 0; server < cluster.servers(); server++) {
      most = Math.max(most, of(cluster.regionServer(server).pid()));
    }
    return most;
  }

  private static long of(long pid) throws IOException, InterruptedException {
    Path jmap = Path.of(System.getProperty("java.home"), "bin", "jmap");
    Process process =
        new ProcessBuilder(jmap.toString(), "-histo:live", Long.toString(pid))
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher total = TOTAL.matcher(text);
    if (process.waitFor() != 0 || !total.find()) {
      throw new IOException("the heap of process " + pid + " cannot be counted: " + text);
    }
    return Long.parseLong(total.group(1));
  }
}
