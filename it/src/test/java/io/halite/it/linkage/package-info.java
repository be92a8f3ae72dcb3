/** Whether the jar for servers links with a release of HBase: found out by reading class files. */
package io.halite.it.linkage;
