/**
 * Split algorithms that HBase's shell takes by name, one for each kind of stored keys, and the
 * split policy that guards a table.
 */
package io.halite.coprocessor.split;
