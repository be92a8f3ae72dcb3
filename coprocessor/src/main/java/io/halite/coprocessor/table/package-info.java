/** The spec and the settings of a region's table and site, and the check of its stored rows. */
package io.halite.coprocessor.table;
