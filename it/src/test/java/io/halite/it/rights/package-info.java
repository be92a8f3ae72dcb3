/** Nobody gains anything on a salted table that a plain one would refuse. */
package io.halite.it.rights;
