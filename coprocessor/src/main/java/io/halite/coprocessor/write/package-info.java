/** Collects the writes of one batch in its gateway region and sends them to their owners as one. */
package io.halite.coprocessor.write;
