import type { KeptDeadLetter } from "../chain-records.ts";

/** The device's time is read as text, because a double does not hold its microseconds in every year. */
export const letterColumns = `
  id, reason, died_ms AS "diedMs", account_id AS "accountId", device_id AS "deviceId", sensor_id AS "sensorId",
  chain_id AS "chainId", chain_version AS "chainVersion", node_id AS "nodeId", node_input AS "nodeInput", at_us AS "atUs", value,
  received_us AS "receivedUs", device_us::text AS "deviceUs", metadata, battery_volts AS "batteryVolts", raw`;

export type LetterRow = Omit<KeptDeadLetter, "deviceUs"> & { readonly deviceUs: string | null };

export function letterOf(row: LetterRow): KeptDeadLetter {
  return { ...row, deviceUs: row.deviceUs === null ? null : BigInt(row.deviceUs) };
}
