/** The service by which regions answer what operators ask, and nothing else of it. */
package io.halite.client.operate.wire;
