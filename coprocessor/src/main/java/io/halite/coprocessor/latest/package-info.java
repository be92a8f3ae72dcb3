/** Answers for one region which rows of each key are the newest, without reading the history. */
package io.halite.coprocessor.latest;
