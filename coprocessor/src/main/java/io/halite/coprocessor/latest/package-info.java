/** Returns the newest rows of each key in one region, without reading the whole history. */
package io.halite.coprocessor.latest;
