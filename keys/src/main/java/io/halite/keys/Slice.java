package io.halite.keys;

/**
 * Where a segment lies in one key.
 *
 * @param offset its first byte, counted from the natural key's first
 * @param length its length in bytes, without a delimiter
 */
public record Slice(int offset, int length) {}
