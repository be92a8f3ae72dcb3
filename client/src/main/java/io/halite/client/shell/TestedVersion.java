package io.halite.client.shell;

import java.util.List;

/**
 * What this version of Halite was run on. The table of the README is this list.
 *
 * @param part what has the version: servers, clients, shell, Java
 * @param version the version, or the versions
 * @param result how far it was tested, and whether it works
 */
record TestedVersion(String part, String version, String result) {
  static final List<TestedVersion> ALL =
      List.of(
          servers("2.6.4 (Hadoop 2.10)", "all tests"),
          servers("2.5.13 (Hadoop 3.4)", "a part of the tests"),
          servers("2.6.0 to 2.6.3", "each call of HBase is resolved; nothing was run"),
          servers("3.0.0-alpha-4", "refuses every request; waits for another version of Halite"),
          new TestedVersion(
              "clients", "2.4.17, 2.5.13, 2.6.4, 3.0.0-beta-1", "same answers as a plain table"),
          new TestedVersion(
              "plug-in", "2.5.13, 2.6.4, 3.0.0-beta-1", "blocking and asynchronous clients"),
          new TestedVersion("plug-in", "2.4.17", "blocking client alone"),
          new TestedVersion("shell", "2.4.17", "all commands"),
          new TestedVersion("Java", "17", "all tests"),
          new TestedVersion("Java", "25", "HBase does not start on it"));

  private static TestedVersion servers(String version, String result) {
    return new TestedVersion("servers", version, result);
  }
}
