package io.halite.filters.harness;

/**
 * How the host reads.
 *
 * @param reversed whether rows come in descending order
 * @param familyVersions versions of a column that the family keeps
 * @param scanVersions versions of a column that the scan wants
 * @param limit cells after which a result is cut within a row, where the filter allows that
 * @param form where the bytes of the cells lie
 */
record HostSettings(
    boolean reversed, int familyVersions, int scanVersions, int limit, CellForm form) {}
