/**
 * Whether rejected readings of a device are kept. `automatic` is what a new device gets: they are kept until its first day
 * without rejections, when the server sets it to `off`. `on` and `off` are set by people and stay.
 */
export const quarantineModes = ["automatic", "on", "off"] as const;
export type QuarantineMode = (typeof quarantineModes)[number];
