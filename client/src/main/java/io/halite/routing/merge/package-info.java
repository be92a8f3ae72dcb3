/**
 * Rows of many stored ranges as one run in natural order: merged by bucket, joined from many
 * places, or gathered in passes. It knows nothing of scan attributes.
 */
package io.halite.routing.merge;
