/**
 * Cells that show another row over the bytes of an existing cell, so that a key is salted or
 * unsalted without copying family, qualifier, value and tags; {@link
 * io.halite.filters.cell.RekeyedCell} is the entry.
 */
package io.halite.filters.cell;
