/** The worst nights: load beside moving regions, with the handlers of every server fought over. */
package io.halite.it.fire;
