/** Laws of the build: which module may use which, what a source may be, what the jar may hold. */
package io.halite.it.architecture;
