/** A table that looks unsalted: what a gateway region and an application share. */
package io.halite.client;
