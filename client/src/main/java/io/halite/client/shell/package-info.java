/** What the commands of HBase's shell call: options as people type them in, lines of text out. */
package io.halite.client.shell;
