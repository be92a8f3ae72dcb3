/** What Halite's protobuf services have in common: how an answer, or its failure, comes back. */
package io.halite.client.wire;
