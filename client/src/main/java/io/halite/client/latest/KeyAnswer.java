package io.halite.client.latest;

import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.LatestRow;
import java.util.List;
import java.util.Optional;

/**
 * The newest rows of one key, or their aggregate if that was asked for.
 *
 * @param key the natural bytes of the key's segments; empty where all keys are one
 * @param rows newest first; empty if there is an aggregate
 * @param aggregate in place of rows
 */
public record KeyAnswer(byte[] key, List<LatestRow> rows, Optional<Aggregate> aggregate) {}
