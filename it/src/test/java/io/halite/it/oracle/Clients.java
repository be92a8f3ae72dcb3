package io.halite.it.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Which clients of HBase send the operations of a run, those of the plain twin as well. */
enum Clients {
  /** Clients without Halite: gateways execute what they ask of the salted twin. */
  BARE(false),
  /** The blocking and the asynchronous client, each with its plug-in. */
  PLUG_INS(true),
  /** Those with the plug-ins and those without, every other operation. */
  IN_TURN(true, false);

  private final boolean[] pluggedIn;

  Clients(boolean... pluggedIn) {
    this.pluggedIn = pluggedIn;
  }

  /** Whether some of them have the plug-ins. */
  boolean havePlugIns() {
    return this != BARE;
  }

  /** The settings of each that has its turn, made of those of clients without Halite. */
  List<Configuration> settings(Configuration bare) {
    List<Configuration> all = new ArrayList<>();
    for (boolean plugIns : pluggedIn) {
      Configuration settings = new Configuration(bare);
      if (plugIns) {
        settings.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
        settings.set(
            "hbase.client.async.connection.impl", "io.halite.client.plugin.SaltedAsyncConnection");
      }
      all.add(settings);
    }
    return all;
  }
}
