/** What a failure says to people: one line of it, and what HBase's shell prints. */
package io.halite.routing.failure;
