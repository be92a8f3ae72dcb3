/** The newest rows of each key, asked of a running HBase. */
package io.halite.it.latest;
