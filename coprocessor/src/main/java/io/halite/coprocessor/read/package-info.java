/** Answers gets and existence checks of natural keys from the owner of each. */
package io.halite.coprocessor.read;
