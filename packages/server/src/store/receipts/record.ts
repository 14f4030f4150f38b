import type { SettledFate } from "@weir/protocol/closed-sets";
import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";
import type { ChainUse, FateEnd, FateRun, UnsavedEnd } from "./reading-fates.ts";

/** How many changes of its chain are kept for a sensor. */
export const chainUsesMax = 32;
/** The limit of ends for all accounts. Past it, those that happened longest ago are forgotten. */
export const unsavedEndsMax = 50_000;

/** The columns of the fates of readings of requests with neighbouring numbers, packed (see fate-codec.ts). */
export const fateColumns = {
  requestBoot: column.integer,
  firstNumber: column.integer,
  lastNumber: column.integer,
  lastArrivalMs: column.integer,
  /** Roughly what the row takes. */
  bytes: column.integer,
  ends: column.text,
  runs: column.bytes,
};

export type StoredFates = RecordOf<typeof fateColumns>;

export const fateFields = fieldsOf(fateColumns);

export const fatesSelectList = selectList(["firstNumber", "ends", "runs"] satisfies (keyof StoredFates)[]);

/** The columns of a change of the chain of a sensor. A row names only the sequence of its position. */
export const chainUseColumns = {
  deviceId: column.integer,
  sensorId: column.integer,
  fromPosition: column.integer,
  chainId: column.integer,
  chainVersion: column.integer,
};

export type ChainUseRow = RecordOf<typeof chainUseColumns>;

export const chainUseFields = fieldsOf(chainUseColumns);

export const chainUseSelectList = selectList(chainUseFields);

export function chainUseRow({ fromPosition, ...use }: ChainUse): ChainUseRow {
  return { ...use, fromPosition: fromPosition.sequence };
}

/** Where readings of a device ended unsaved: see UnsavedEnd. */
export const unsavedEndColumns = {
  accountId: column.integer,
  deviceId: column.integer,
  fate: column.oneOf<SettledFate>(),
  chainId: column.integer,
  chainVersion: column.integer,
  nodeId: column.textOrNull,
  output: column.textOrNull,
  sensorId: column.integer,
  value: column.real,
  firstMs: column.integer,
  lastMs: column.integer,
};

export const unsavedEndFields = fieldsOf(unsavedEndColumns);

/** As a row of the table. A missing node or output is stored as an empty text, because a key cannot hold null. */
export function storedEnd(end: UnsavedEnd): UnsavedEnd {
  return { ...end, nodeId: end.nodeId ?? "", output: end.output ?? "" };
}

export const unsavedEndSelectList = selectList(unsavedEndFields, {
  nodeId: "nullif(node_id, '')",
  output: "nullif(output, '')",
});

/** What became of neighbouring readings of one request. */
export interface ReadingFates extends FateEnd, Pick<FateRun, "first" | "readings" | "letterId"> {}
