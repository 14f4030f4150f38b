import type { StoredReading } from "../reading-queries.ts";

/** As text, because a device may have sent a time whose microseconds no double holds. */
export const readingColumns = `at_us AS atUs, value, received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata`;

/** A row of `readings` with these columns. */
export type ReadingRow = Omit<StoredReading, "deviceUs"> & { readonly deviceUs: string | null };

/** Field by field, which costs less than taking the row apart: there may be many. */
export function toReading({ atUs, value, receivedUs, deviceUs, metadata }: ReadingRow): StoredReading {
  return { atUs, value, receivedUs, deviceUs: deviceUs === null ? null : BigInt(deviceUs), metadata };
}
