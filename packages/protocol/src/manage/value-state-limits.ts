/** How many values of a sensor can have names. */
export const valueStatesMax = 10;
export const stateNameMax = 40;
