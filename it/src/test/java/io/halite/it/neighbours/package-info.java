/** Other coprocessors, HBase's own pages and its logs beside Halite, on salted tables. */
package io.halite.it.neighbours;
