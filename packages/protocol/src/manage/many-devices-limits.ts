/** How many devices can be named in one call. */
export const manyDevicesMax = 1000;
/** A thousand names of a hundred characters, each of which may take six bytes as JSON. */
export const manyDevicesBytesMax = 1024 * 1024;
/** How many devices are changed in a transaction: few enough that others wait no longer than for one of these. */
export const devicesAtOnce = 50;
