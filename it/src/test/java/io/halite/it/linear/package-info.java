/** Whether each row behaves like one register, while servers die and regions move. */
package io.halite.it.linear;
