/** Asks for the newest rows of each key: all regions at once, answers key by key in order. */
package io.halite.client.latest;
