/**
 * The connection plug-in, with which an unchanged application sends requests straight to the owner
 * regions. How keys are salted and rows merged is in {@code io.halite.routing}.
 */
package io.halite.client.plugin;
