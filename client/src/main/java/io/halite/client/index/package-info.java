/** Index tables: what entries a write makes, how rows are found by them, and how they are swept. */
package io.halite.client.index;
