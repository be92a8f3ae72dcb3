/** What a region server counts of forwards, permits and merged scans. */
package io.halite.coprocessor.metrics;
