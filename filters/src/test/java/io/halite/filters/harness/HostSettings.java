package io.halite.filters.harness;

/**
 * How the host reads.
 *
 * @param reversed whether rows come in descending order
 * @param familyVersions versions of a column that the family keeps
 * @param scanVersions versions of a column that the scan wants
 * @param limit cells after which a result is cut within a row, where the filter allows that
 * @param form where the bytes of the cells lie
 * @param beforeTime the end of the scan's time range: cells of that time or later are not shown to
 *     the filter
 * @param newer whether it asks for the hints of HBASE-29974, as releases after 2.6.5 do
 */
record HostSettings(
    boolean reversed,
    int familyVersions,
    int scanVersions,
    int limit,
    CellForm form,
    long beforeTime,
    boolean newer) {}
