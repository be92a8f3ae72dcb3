/** What those who have no right are told, on a cluster whose AccessController judges. */
package io.halite.it.access;
