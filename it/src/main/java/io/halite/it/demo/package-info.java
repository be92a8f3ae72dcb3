/**
 * The demonstration: real flights, written in order of time by unchanged clients, are spread over
 * all regions and come back in order. {@link io.halite.it.demo.Demo} is its entry.
 */
package io.halite.it.demo;
