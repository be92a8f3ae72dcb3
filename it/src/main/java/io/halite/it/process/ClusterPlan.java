package io.halite.it.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a {@link ProcessCluster} is made of: how many region servers, their heaps, their settings
 * and which Halite jars they load.
 *
 * <pre>{@code
 * ClusterPlan.of(3)
 *     .heap(Role.REGIONSERVER, 2048)
 *     .set("zookeeper.session.timeout", 15_000)
 *     .set(Role.MASTER, "hbase.balancer.period", 600_000)
 * }</pre>
 *
 * <p>Immutable: each method returns another plan.
 */
public final class ClusterPlan {
  private final int servers;
  private final Path directory;
  private final Duration lifetime;
  private final boolean outlivesItsStarter;
  private final List<Path> halite;
  private final Map<Role, Integer> heaps;
  private final Map<Role, Map<String, String>> settings;
  private final Map<Role, List<String>> options;

  private ClusterPlan(
      int servers,
      Path directory,
      Duration lifetime,
      boolean outlivesItsStarter,
      List<Path> halite,
      Map<Role, Integer> heaps,
      Map<Role, Map<String, String>> settings,
      Map<Role, List<String>> options) {
    if (servers < 1) {
      throw new IllegalArgumentException(
          "a cluster of '" + servers + "' region servers: at least 1 is needed");
    }
    this.servers = servers;
    this.directory = directory.toAbsolutePath().normalize();
    this.lifetime = lifetime;
    this.outlivesItsStarter = outlivesItsStarter;
    this.halite = halite;
    this.heaps = heaps;
    this.settings = settings;
    this.options = options;
  }

  /**
   * A cluster of {@code servers} region servers in {@code target/processes}, with the Halite
   * classes of this JVM's class path. It ends after half an hour or with this JVM.
   */
  public static ClusterPlan of(int servers) {
    return new ClusterPlan(
        servers,
        Path.of("target", "processes"),
        Duration.ofMinutes(30),
        false,
        ServerClassPath.halite(),
        Map.of(),
        Map.of(),
        Map.of());
  }

  /** The same with all files in {@code directory}, which is emptied first. */
  public ClusterPlan in(Path directory) {
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, halite, heaps, settings, options);
  }

  /** The same, whose processes end by themselves after {@code lifetime}. */
  public ClusterPlan atMost(Duration lifetime) {
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, halite, heaps, settings, options);
  }

  /** The same, whose processes continue when this JVM ends. */
  public ClusterPlan outlivingItsStarter() {
    return new ClusterPlan(servers, directory, lifetime, true, halite, heaps, settings, options);
  }

  /** The same with these jars or directories, none included, in place of this JVM's Halite. */
  public ClusterPlan halite(Path... jars) {
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, List.of(jars), heaps, settings, options);
  }

  /** The same with a jar or directory beside Halite's. */
  public ClusterPlan beside(Path jar) {
    return halite(Stream.concat(halite.stream(), Stream.of(jar)).toArray(Path[]::new));
  }

  /** The same with another heap for the processes of a role. */
  public ClusterPlan heap(Role role, int megabytes) {
    Map<Role, Integer> changed = new EnumMap<>(Role.class);
    changed.putAll(heaps);
    changed.put(role, megabytes);
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, halite, changed, settings, options);
  }

  /** The same with a setting in the {@code hbase-site.xml} of every process. */
  public ClusterPlan set(String key, Object value) {
    ClusterPlan plan = this;
    for (Role role : Role.values()) {
      plan = plan.set(role, key, value);
    }
    return plan;
  }

  /** The same with a setting in the {@code hbase-site.xml} of one role. */
  public ClusterPlan set(Role role, String key, Object value) {
    Map<Role, Map<String, String>> changed = new EnumMap<>(Role.class);
    changed.putAll(settings);
    Map<String, String> ofRole = new LinkedHashMap<>(settings(role));
    ofRole.put(key, value.toString());
    changed.put(role, ofRole);
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, halite, heaps, changed, options);
  }

  /** The same with one more option of every JVM, such as {@code -Djava.security.krb5.conf=…}. */
  public ClusterPlan option(String option) {
    ClusterPlan plan = this;
    for (Role role : Role.values()) {
      plan = plan.option(role, option);
    }
    return plan;
  }

  /** The same with one more option of the JVMs of one role. */
  public ClusterPlan option(Role role, String option) {
    Map<Role, List<String>> changed = new EnumMap<>(Role.class);
    changed.putAll(options);
    changed.put(role, Stream.concat(options(role).stream(), Stream.of(option)).toList());
    return new ClusterPlan(
        servers, directory, lifetime, outlivesItsStarter, halite, heaps, settings, changed);
  }

  int servers() {
    return servers;
  }

  Path directory() {
    return directory;
  }

  Duration lifetime() {
    return lifetime;
  }

  boolean isOutlivingItsStarter() {
    return outlivesItsStarter;
  }

  List<Path> halite() {
    return halite;
  }

  List<String> options(Role role) {
    return options.getOrDefault(role, List.of());
  }

  int heapMegabytes(Role role) {
    return heaps.getOrDefault(role, role.heapMegabytes());
  }

  Map<String, String> settings(Role role) {
    return settings.getOrDefault(role, Map.of());
  }
}
