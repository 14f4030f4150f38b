/** Limits of provisioning. Pages use them, too, so no schemas are here. */
export const provisioningKeysMax = 100;
export const keyDevicesMax = 100_000;
export const keyDevicesUsual = 1000;
/** How many devices of an account can wait at once. Whoever takes a key out of a device could otherwise fill the list. */
export const waitingDevicesMax = 1000;
export const decidedAtOnceMax = 100;
export const claimCodesMax = 10_000;
export const claimCodesAtOnceMax = 1000;
