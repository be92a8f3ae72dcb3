/**
 * Asks clients of HBase for what only some of their releases have. Halite is compiled with 2.6.4;
 * each class here looks once whether the HBase around it has a method, and never calls one that it
 * has not.
 */
package io.halite.routing.host;
