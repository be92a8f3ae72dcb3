package io.halite.it.upstream;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What is changed in the JVM of a suite before the classes are loaded, and the requests that show
 * that the suite judged what it was to judge.
 */
enum Change {
  NONE(() -> {}, Optional.empty(), () -> 0),
  WIDE(WideClusters::install, Optional.empty(), () -> 0),
  WIDE_WITH_DOORS(
      WideClusters::installWithDoors, Optional.of("served by guests"), GuestRequests::sum),
  PLUG_IN(PlugInClients::count, Optional.of("sent to owners"), DirectRequests::sum),
  HALF_PLUG_IN(PlugInClients::halve, Optional.of("sent to owners"), DirectRequests::sum);

  /** The system property that names the change to a suite's JVM. */
  static final String PROPERTY = "halite.upstream.change";

  private final Runnable install;
  private final Optional<String> requests;
  private final LongSupplier sum;

  Change(Runnable install, Optional<String> requests, LongSupplier sum) {
    this.install = install;
    this.requests = requests;
    this.sum = sum;
  }

  /** The change of this JVM. */
  static Change ofThisJvm() {
    return valueOf(System.getProperty(PROPERTY, NONE.name()));
  }

  /** Changes the classes of this JVM; none of them may have been loaded. */
  void install() {
    install.run();
  }

  /** What the requests were that are counted; empty if none are. */
  Optional<String> requests() {
    return requests;
  }

  /** How many there were in this JVM. */
  long sum() {
    return sum.getAsLong();
  }
}
