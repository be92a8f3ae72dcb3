package io.halite.it.rights;

import java.util.EnumSet;
import java.util.Set;

/** The way by which a request comes to the region that stores its row. */
enum Door {
  /** A natural key, whose gateway and owner are regions of one server. */
  LOCAL_OWNER,
  /** A natural key, whose gateway and owner are regions of two servers. */
  REMOTE_OWNER,
  /** A stored key, on whose request the client itself puts Halite's mark. */
  FORGED_MARK,
  /** A natural key, through the connection plug-in. */
  PLUG_IN,
  /** A natural key, through the plug-in of the asynchronous client. */
  ASYNC_PLUG_IN,
  /** A natural key, through a server that serves the gateway region's requests as a guest. */
  GUEST;

  /** Those by which requests go straight to the owners. */
  static final Set<Door> PLUG_INS = EnumSet.of(PLUG_IN, ASYNC_PLUG_IN);

  /** All but some. */
  static Set<Door> without(Set<Door> some) {
    return EnumSet.complementOf(EnumSet.copyOf(some));
  }
}
