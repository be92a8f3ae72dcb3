/** Has the master refuse a spec that the regions of the table would refuse. */
package io.halite.coprocessor.master;
