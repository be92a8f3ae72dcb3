/** What the master refuses, so that no table is given a spec that its regions would refuse. */
package io.halite.coprocessor.master;
