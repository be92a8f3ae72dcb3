/** Row-key techniques beside the buckets: where their rows lie, and how they are read. */
package io.halite.it.techniques;
