/**
 * Nobody gains anything on a salted table that a plain one would refuse, and no request costs more
 * than it should.
 */
package io.halite.it.rights;
