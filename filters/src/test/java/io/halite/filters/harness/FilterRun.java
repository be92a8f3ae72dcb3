package io.halite.filters.harness;

import java.util.List;
import org.apache.hadoop.hbase.KeyValue;

/**
 * What came of one run.
 *
 * @param rows the cells handed out, by row, partial rows joined
 * @param hints the hints that the scanner was given and followed, in order
 * @param cellsRead how many cells the scanner looked at
 */
public record FilterRun(List<List<KeyValue>> rows, List<KeyValue> hints, int cellsRead) {}
