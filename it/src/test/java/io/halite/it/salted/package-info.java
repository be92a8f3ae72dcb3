/** What unchanged clients see of a salted table. */
package io.halite.it.salted;
