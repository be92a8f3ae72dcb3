package io.halite.client.plugin;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once why the requests of a connection on a table go through the gateways. Thread-safe. */
final class SpecWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(SpecWarnings.class);

  private final TableName name;
  private final AtomicBoolean warned = new AtomicBoolean();

  SpecWarnings(TableName name) {
    this.name = name;
  }

  /** The servers have denied a question. */
  void denied(Row asked, Throwable failure) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "this client may not ask for the spec of table '{}' by such a {}, so if the table is"
              + " salted, requests like it go through the gateway regions while no other request"
              + " is shown the spec: {}",
          name,
          DeniedQuestions.kind(asked).name().toLowerCase(Locale.ROOT),
          firstLine(failure));
    }
  }

  /** A refusal shows no spec that this version of Halite can read. */
  void unreadable(Throwable failure) {
    if (warned.compareAndSet(false, true)) {
      LOG.warn(
          "the servers do not show this client the spec of table '{}', so its requests go through"
              + " the gateway regions: {}",
          name,
          firstLine(failure));
    }
  }

  private static String firstLine(Throwable failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }
}
