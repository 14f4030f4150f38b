import type { SettledFate } from "@weir/protocol/closed-sets";
import { column, selectList } from "../engine/record-columns.ts";
import type { FateEnd, FateRun, UnsavedEnd } from "./reading-fates.ts";

/** How many changes of its chain are kept for a sensor. */
export const chainUsesMax = 32;
/** The limit of ends for all accounts. Past it, those that happened longest ago are forgotten. */
export const unsavedEndsMax = 50_000;

/** Fates of the readings of requests with neighbouring numbers, packed (see fate-codec.ts). */
export const fatesSelectList = selectList(
  Object.keys({
    firstNumber: column.integer,
    ends: column.text,
    runs: column.bytesOrNull,
  }),
);

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

export const unsavedEndFields = Object.keys(unsavedEndColumns) as (keyof UnsavedEnd)[];

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
