package io.halite.it.rights;

import java.util.Collections;
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

  /** All but those by which a plug-in sends requests straight to the owners. */
  static final Set<Door> WITHOUT_PLUG_IN =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(PLUG_IN, ASYNC_PLUG_IN)));
}
