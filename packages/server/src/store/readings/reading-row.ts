import type { StoredReading } from "./reading-queries.ts";

/** A row of `readings`. The device's time is read as text, because a double may not hold its microseconds. */
export type ReadingRow = Omit<StoredReading, "deviceUs"> & { readonly deviceUs: string | null };

/** Copies field by field, which costs less than a spread: there may be many rows. */
export function toReading({ atUs, value, receivedUs, deviceUs, metadata }: ReadingRow): StoredReading {
  return { atUs, value, receivedUs, deviceUs: deviceUs === null ? null : BigInt(deviceUs), metadata };
}
