/**
 * What a row key is: named segments, and the salt in front of them.
 *
 * <p>Start at {@link io.halite.keys.SaltingSpec}, which is parsed from a table's coprocessor
 * attribute; it gives the {@link io.halite.keys.KeyLayout} and the {@link io.halite.keys.Salt}. The
 * package knows no HBase type, opens nothing and keeps no state.
 */
package io.halite.keys;
