/**
 * The oracle: the same random operations on a salted table and on a plain twin give the same
 * answers. {@code OracleFire} is the entry; nothing here looks below the client interface.
 */
package io.halite.it.oracle;
