/**
 * SegmentFilter where people meet it: in the shell, in Java, and in jars that lie in different
 * places.
 */
package io.halite.it.segments;
