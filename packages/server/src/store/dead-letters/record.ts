import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";

/** How many dead letters of one account are kept. A chain that fails for every reading must not fill the disk. */
export const deadLettersMaxPerAccount = 100_000;

/** Selects dead letters for the owner of a partition. */
export interface DeadLetterFilter {
  /** Null selects every account; the same holds for `sensorId`. */
  readonly accountId: number | null;
  readonly sensorId: number | null;
  readonly fromId: number;
  readonly limit: number;
}

/**
 * The columns of a dead letter: a reading, or a whole queue entry, that could not be processed, kept for a person to look at.
 * `diedMs` is 0 for a letter from a version that did not record the time.
 */
export const letterColumns = {
  id: column.integer,
  reason: column.text,
  diedMs: column.integer,
  accountId: column.integerOrNull,
  deviceId: column.integerOrNull,
  sensorId: column.integerOrNull,
  chainId: column.integerOrNull,
  chainVersion: column.integerOrNull,
  /** The node that failed, and its input as JSON of value and metadata. */
  nodeId: column.textOrNull,
  nodeInput: column.textOrNull,
  /** The reading as it entered the chain. */
  atUs: column.integerOrNull,
  value: column.realOrNull,
  receivedUs: column.integerOrNull,
  deviceUs: column.bigintOrNull,
  metadata: column.textOrNull,
  batteryVolts: column.realOrNull,
  /** The packed bytes of an entry that could not be read. */
  raw: column.bytesOrNull,
};

export type KeptDeadLetter = RecordOf<typeof letterColumns>;
export const letterFields = fieldsOf(letterColumns);
export type DeadLetter = Omit<KeptDeadLetter, "id">;

const special = {
  diedMs: "coalesce(died_ms, 0)",
  // Read as text, because a double does not hold its microseconds in every year.
  deviceUs: "CAST(device_us AS text)",
};

export const letterSelectList = selectList(letterFields, special);

export type LetterRow = Omit<KeptDeadLetter, "deviceUs"> & { readonly deviceUs: string | null };

export function letterOf(row: LetterRow): KeptDeadLetter {
  return { ...row, deviceUs: row.deviceUs === null ? null : BigInt(row.deviceUs) };
}
