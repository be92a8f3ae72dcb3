/** The connection plug-in against a running HBase. */
package io.halite.it.plugin;
