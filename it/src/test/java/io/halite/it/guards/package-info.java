/** What Halite refuses, survives and leaves alone, on one small cluster. */
package io.halite.it.guards;
