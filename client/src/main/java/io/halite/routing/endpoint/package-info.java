/**
 * The endpoint by which a region answers to operators, and what all of Halite's endpoints share.
 */
package io.halite.routing.endpoint;
