/** The connection plug-in: an unchanged application goes straight to the owner regions. */
package io.halite.client.plugin;
