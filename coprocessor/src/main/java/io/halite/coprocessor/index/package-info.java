/** The index side of a gateway: entries are kept before rows are, and rows are found by them. */
package io.halite.coprocessor.index;
