/** Unchanged clients whose requests enter a salted table through many servers. */
package io.halite.it.door;
