/** What users may do, and what the requests of a hostile one can cost. */
package io.halite.it.rights;
