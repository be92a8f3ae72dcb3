package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Use;
import org.apache.hadoop.conf.Configuration;

/** The accounts of one server. Immutable. */
record MemoryAccounts(
    MemoryAccount scans, MemoryAccount forwards, MemoryAccount pages, MemoryAccount answers) {
  /** Accounts as the site wants them, beside those of other jars. */
  static MemoryAccounts of(Configuration server, SaltingMetrics metrics, ServerWide shared) {
    return new MemoryAccounts(
        new MemoryAccount(Use.SCANS, server, metrics, shared),
        new MemoryAccount(Use.FORWARDS, server, metrics, shared),
        new MemoryAccount(Use.PAGES, server, metrics, shared),
        new MemoryAccount(Use.ANSWERS, server, metrics, shared));
  }
}
