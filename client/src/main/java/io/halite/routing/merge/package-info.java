/**
 * Puts the rows of many stored ranges into natural order: merged by bucket, joined from many
 * places, or gathered in passes. It knows no scan attributes; {@link io.halite.routing.scan} reads
 * those.
 */
package io.halite.routing.merge;
