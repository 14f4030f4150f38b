import type { SettledFate } from "@weir/protocol/closed-sets";
import { column, selectList } from "../engine/record-columns.ts";
import type { FateEnd, FateRun } from "./reading-fates.ts";

/** Fates of the readings of requests with neighbouring numbers, packed (see fate-codec.ts). */
export const fatesSelectList = selectList(
  Object.keys({
    firstNumber: column.integer,
    ends: column.text,
    runs: column.bytesOrNull,
  }),
);

/** Where readings of a device ended unsaved: see UnsavedEnd. */
const unsavedEndColumns = {
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

/** A missing node or output is stored as an empty text, because a key cannot hold null. */
export const unsavedEndSelectList = selectList(Object.keys(unsavedEndColumns), {
  nodeId: "nullif(node_id, '')",
  output: "nullif(output, '')",
});

/** What became of neighbouring readings of one request. */
export interface ReadingFates extends FateEnd, Pick<FateRun, "first" | "readings" | "letterId"> {}
