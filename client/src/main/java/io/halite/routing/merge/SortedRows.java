package io.halite.routing.merge;

/** Rows that arrive in natural order. */
public interface SortedRows extends ArrivingRows {}
