/**
 * Runs HBase's own test suites, unedited, without and with Halite on every user table and reports
 * only the difference; {@link io.halite.it.upstream.Judge} is the entry.
 */
package io.halite.it.upstream;
