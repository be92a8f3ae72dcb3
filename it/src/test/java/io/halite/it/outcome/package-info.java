/** Answers that are lost on their way, and what clients then receive. */
package io.halite.it.outcome;
