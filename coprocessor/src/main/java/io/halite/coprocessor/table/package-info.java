/** What one region knows of its table's salting, read once when the region opens. */
package io.halite.coprocessor.table;
