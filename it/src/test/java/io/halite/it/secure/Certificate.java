package io.halite.it.secure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * A certificate of {@code localhost} that vouches for itself, made by the JDK's {@code keytool},
 * and whose owner trusts nobody else.
 */
final class Certificate {
  private static final String PASSWORD = "only for tests";

  private final Path keys;
  private final Path trusted;

  private Certificate(Path keys, Path trusted) {
    this.keys = keys;
    this.trusted = trusted;
  }

  static Certificate make(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Path keys = directory.resolve("keys.p12");
    Path trusted = directory.resolve("trusted.p12");
    Path shown = directory.resolve("shown.crt");
    String names = "san=dns:localhost,ip:127.0.0.1";
    keytool(keys, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=localhost", "-ext", names);
    keytool(keys, "-exportcert", "-file", shown.toString());
    keytool(trusted, "-importcert", "-noprompt", "-file", shown.toString());
    return new Certificate(keys, trusted);
  }

  private static void keytool(Path store, String verb, String... more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    // HBase opens the store for each connection, and would hash its password 10,000 times.
    for (String rounds : List.of("keyPbe", "certPbe", "mac")) {
      command.add("-J-Dkeystore.pkcs12." + rounds + "IterationCount=1");
    }
    command.addAll(List.of(verb, "-alias", "halite", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    command.addAll(List.of(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool " + verb + " failed: " + said);
    }
  }

  /** Makes servers and clients of this configuration show it, and ask it of the other side. */
  void use(Configuration conf) {
    conf.setBoolean("hbase.server.netty.tls.enabled", true);
    conf.setBoolean("hbase.server.netty.tls.supportplaintext", false);
    conf.setBoolean("hbase.client.netty.tls.enabled", true);
    store(conf, "hbase.rpc.tls.keystore", keys);
    store(conf, "hbase.rpc.tls.truststore", trusted);
  }

  private static void store(Configuration conf, String prefix, Path file) {
    conf.set(prefix + ".location", file.toString());
    conf.set(prefix + ".type", "PKCS12");
    conf.set(prefix + ".password", PASSWORD);
  }
}
