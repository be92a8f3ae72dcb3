/**
 * The format of row keys: named segments, and the salt of the key.
 *
 * <p>Start at {@link io.halite.keys.SaltingSpec}, which is parsed from a table's coprocessor
 * attribute; it gives the {@link io.halite.keys.KeyLayout} and the {@link io.halite.keys.Salt}.
 * What belongs here is what follows from the bytes of a key and a spec alone: layouts, salts,
 * ranges and index entries. Anything that knows an HBase type, does I/O or keeps state does not.
 */
package io.halite.keys;
