package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Use;
import org.apache.hadoop.conf.Configuration;

/** The accounts of one server, as long as it has regions of salted tables. Immutable. */
record MemoryAccounts(
    MemoryAccount scans, MemoryAccount forwards, MemoryAccount pages, MemoryAccount answers) {
  /** Empty accounts, as the site wants them. */
  static MemoryAccounts of(Configuration server, SaltingMetrics metrics) {
    return new MemoryAccounts(
        new MemoryAccount(Use.SCANS, server, metrics),
        new MemoryAccount(Use.FORWARDS, server, metrics),
        new MemoryAccount(Use.PAGES, server, metrics),
        new MemoryAccount(Use.ANSWERS, server, metrics));
  }

  /** Takes the bounds off the metrics, which may outlive the accounts. */
  void close() {
    scans.close();
    forwards.close();
    pages.close();
    answers.close();
  }
}
