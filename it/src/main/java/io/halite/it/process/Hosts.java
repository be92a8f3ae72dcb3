package io.halite.it.process;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Where the servers of a cluster run and listen. For one thread at a time. */
interface Hosts extends Closeable {
  /** All servers on loopback; none of them can be cut off. */
  Hosts LOOPBACK =
      new Hosts() {
        private static final String ADDRESS = "127.0.0.1";

        @Override
        public String common() {
          return ADDRESS;
        }

        @Override
        public String regionServer(int server) {
          return ADDRESS;
        }

        @Override
        public String name(String address) {
          return "localhost";
        }

        @Override
        public List<String> runsOnCommon() {
          return List.of();
        }

        @Override
        public List<String> runsOn(int server) {
          return List.of();
        }

        @Override
        public void cut(int server) {
          throw new UnsupportedOperationException(
              "region server "
                  + server
                  + " shares loopback with the others and cannot be cut off: start the cluster with"
                  + " ProcessCluster.startOnHosts");
        }

        @Override
        public void reconnect(int server) {
          cut(server);
        }

        @Override
        public void close() {}
      };

  /** The address of ZooKeeper, HDFS and the master. */
  String common();

  /** The address of a region server, by its number from 0. */
  String regionServer(int server);

  /** The name that HBase is to use for a server at an address. */
  String name(String address);

  /** What precedes the command of a process that listens on {@link #common()}. */
  List<String> runsOnCommon();

  /** What precedes the command of a region server. */
  List<String> runsOn(int server);

  /** Cuts a region server off from all others and from clients: no packet goes in or out. */
  void cut(int server) throws IOException, InterruptedException;

  /** Ends {@link #cut}. */
  void reconnect(int server) throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}
