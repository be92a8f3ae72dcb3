/** The one attribute by which a request says that its row is a stored key, and under which spec. */
package io.halite.client.mark;
