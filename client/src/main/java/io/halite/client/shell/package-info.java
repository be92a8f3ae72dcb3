/**
 * The Java part of the commands of HBase's shell: options as users type them in, lines of text out.
 * The work itself is done in {@code latest}, {@code index} and {@code operate}.
 */
package io.halite.client.shell;
