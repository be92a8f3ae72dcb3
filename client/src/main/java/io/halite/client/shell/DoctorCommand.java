package io.halite.client.shell;

import io.halite.client.operate.ClusterState;
import io.halite.client.operate.ClusterSurvey;
import io.halite.client.operate.Finding;
import io.halite.client.operate.Finding.Severity;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The command {@code halite_doctor} of HBase's shell, and the program behind {@code halite doctor}.
 *
 * <p>It shows each server, each salted table, the settings in force, and then what hurts, such as
 * {@code HURTS server h2,16020,5 has no Halite: …}. Stateless; it runs with the client of HBase 2.4
 * and newer.
 */
public final class DoctorCommand {
  private DoctorCommand() {}

  /** Examines the cluster and returns how many findings hurt. */
  public static long examine(Connection connection, Consumer<String> line) throws IOException {
    ClusterState state = ClusterSurvey.of(connection);
    DoctorLines.of(state).forEach(line);
    List<Finding> findings = state.findings();
    for (Finding finding : findings) {
      line.accept(
          (finding.severity() == Severity.HURTS ? "HURTS    " : "note     ") + finding.text());
    }
    long hurting = findings.stream().filter(f -> f.severity() == Severity.HURTS).count();
    line.accept("%d findings hurt, %d notes".formatted(hurting, findings.size() - hurting));
    return hurting;
  }

  /**
   * Examines the cluster of the {@code hbase-site.xml} on the class path. Exits with 0 if nothing
   * hurts, with 1 if something does, and with 2 if the cluster could not be examined.
   */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Configuration site = HBaseConfiguration.create();
    // A person waits: an answer that does not come soon is an answer, too.
    site.setInt("hbase.client.retries.number", 3);
    int status;
    try (Connection connection = ConnectionFactory.createConnection(site)) {
      status = examine(connection, out::println) > 0 ? 1 : 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      // Java's own exit status for any of these is 1, which says that something hurts.
      System.err.println("halite: the cluster could not be examined: " + e);
      status = 2;
    }
    System.exit(status);
  }
}
