package io.halite.it.upstream;

import java.util.List;

/**
 * What is changed in the JVM of a suite before the classes are loaded, and the requests that show
 * that the suite judged what it was to judge.
 */
enum Change {
  NONE(() -> {}),
  WIDE(WideClusters::install),
  WIDE_WITH_DOORS(WideClusters::installWithDoors, CountedRequests.OF_GUESTS),
  PLUG_IN(PlugInClients::count, CountedRequests.OF_PLUG_IN),
  HALF_PLUG_IN(PlugInClients::halve, CountedRequests.OF_PLUG_IN, CountedRequests.OF_GATEWAYS);

  /** The system property that names the change to a suite's JVM. */
  static final String PROPERTY = "halite.upstream.change";

  private final Runnable install;
  private final List<CountedRequests> requests;

  Change(Runnable install, CountedRequests... requests) {
    this.install = install;
    this.requests = List.of(requests);
  }

  /** The change of this JVM. */
  static Change ofThisJvm() {
    return valueOf(System.getProperty(PROPERTY, NONE.name()));
  }

  /** Changes the classes of this JVM; none of them may have been loaded. */
  void install() {
    install.run();
  }

  /** The requests that are counted. */
  List<CountedRequests> requests() {
    return requests;
  }
}
