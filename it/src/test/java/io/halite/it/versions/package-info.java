/** Unchanged clients of other versions of HBase than the servers', each in a JVM of its own. */
package io.halite.it.versions;
