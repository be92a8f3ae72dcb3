/**
 * HBase's internals that Halite needs and HBase does not offer: all reflection and all private
 * types, so that a new HBase version is tried in one place. It decides nothing.
 */
package io.halite.coprocessor.host;
