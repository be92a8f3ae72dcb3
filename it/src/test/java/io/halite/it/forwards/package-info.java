/**
 * What servers make of forwards: by whose configuration, with which attributes, charged to whom.
 */
package io.halite.it.forwards;
