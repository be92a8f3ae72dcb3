/** A job of Spark over salted tables, for a JVM of its own. */
package io.halite.it.spark;
