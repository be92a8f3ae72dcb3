/** What a salted table does with bad input, repeated requests and rows under fire. */
package io.halite.it.fault;
