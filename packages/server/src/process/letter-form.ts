import type { KeptDeadLetter } from "../store/dead-letters/record.ts";

/**
 * How a reading that the store refused is put aside, from the best form on: as a whole dead letter, as one in which
 * everything from outside is bytes, or without a letter.
 */
export const letterForms = ["whole", "plain", "none"] as const;
export type LetterForm = (typeof letterForms)[number];

/** A letter has this much of the reading at most. */
const contentBytesMax = 16 * 1024;

/** A dead letter without anything about a reading. */
export const nothingKnown = {
  accountId: null,
  deviceId: null,
  sensorId: null,
  chainId: null,
  chainVersion: null,
  nodeId: null,
  nodeInput: null,
  atUs: null,
  value: null,
  receivedUs: null,
  deviceUs: null,
  metadata: null,
  batteryVolts: null,
} as const;

/** Returns the dead letter in this form; nothing if there is to be none. */
export function lettersInForm(letter: KeptDeadLetter, form: LetterForm = "whole"): KeptDeadLetter[] {
  if (form === "none") return [];
  return [form === "whole" ? letter : plainLetter(letter)];
}

/** Everything that came from outside becomes bytes of JSON, which may be cut. The rest are numbers that Weir has given. */
function plainLetter(letter: KeptDeadLetter): KeptDeadLetter {
  const { id, reason, diedMs, accountId, deviceId, sensorId, chainId, chainVersion, raw } = letter;
  const { atUs, value, receivedUs, deviceUs, metadata, batteryVolts } = letter;
  const times = { at_us: atUs, received_us: receivedUs, device_us: deviceUs?.toString() ?? null };
  const content = JSON.stringify({ ...times, value, metadata, battery_volts: batteryVolts });
  return {
    ...nothingKnown,
    id,
    reason,
    diedMs,
    accountId,
    deviceId,
    sensorId,
    chainId,
    chainVersion,
    raw: (raw ?? Buffer.from(content)).subarray(0, contentBytesMax),
  };
}
