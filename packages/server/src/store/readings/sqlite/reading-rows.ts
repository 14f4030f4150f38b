import type { StoredReading } from "../reading-queries.ts";

/** The device's time is read as text, because a double may not hold its microseconds. */
export const readingColumns = `at_us AS atUs, value, received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata`;

/** A row of `readings` with these columns. */
export type ReadingRow = Omit<StoredReading, "deviceUs"> & { readonly deviceUs: string | null };

/** Copies field by field, which costs less than a spread: there may be many rows. */
export function toReading({ atUs, value, receivedUs, deviceUs, metadata }: ReadingRow): StoredReading {
  return { atUs, value, receivedUs, deviceUs: deviceUs === null ? null : BigInt(deviceUs), metadata };
}
