/** HBase's own shell, unmodified, in a JVM of its own. */
package io.halite.it.shell;
