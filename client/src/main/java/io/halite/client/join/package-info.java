/** Rows whose cells lie in many places: joined, and read as a plain table reads its rows. */
package io.halite.client.join;
