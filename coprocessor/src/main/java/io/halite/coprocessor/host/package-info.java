/**
 * All reflection, and the private classes of HBase that few places need: what an upgrade of HBase
 * can break is here, and on the page {@code docs/hbase-internals-used.md}.
 */
package io.halite.coprocessor.host;
