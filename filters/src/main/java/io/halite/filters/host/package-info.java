/** Looks by reflection into the HBase around Halite, where hbase-client shows no other way. */
package io.halite.filters.host;
