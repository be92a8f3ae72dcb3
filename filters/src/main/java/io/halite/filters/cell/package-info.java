/**
 * Cells that show another row over the bytes of an existing cell, so that a key is salted or
 * unsalted without copying family, qualifier, value and tags.
 *
 * <p>Start at {@link io.halite.filters.cell.RekeyedCell}. Only cells belong here: what they are
 * salted with does not.
 */
package io.halite.filters.cell;
