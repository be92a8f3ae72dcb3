/** Lets only files of stored keys into a salted table. */
package io.halite.coprocessor.load;
