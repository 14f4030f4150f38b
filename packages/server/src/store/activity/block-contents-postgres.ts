import { byteaArray, float8Array, int4Array } from "../readings/postgres/array-parameters.ts";
import { packPart } from "./request-block.ts";
import type { BlockRequest } from "./request-piece.ts";

/** Columns that follow from the requests of a block, in a table of several blocks that a statement unnests. */
export const contentColumns = "first_ms, last_ms, from_nth, to_nth, data";

/** The parameters of a statement that takes the contents of several blocks, from a number on. */
export function contentParameters(first: number) {
  // An array of arrays would have to be rectangular, so the numbers of all blocks are one array each.
  const slice = (nth: number) => `($${first + nth}::int4[])[piece.from_nth:piece.to_nth]`;
  return {
    lists: `$${first}::float8[], $${first + 1}::float8[], $${first + 2}::int4[], $${first + 3}::int4[], $${first + 4}::bytea[]`,
    deviceIds: slice(5),
    idHashes: slice(6),
  };
}

/** The values of those parameters. */
export function contentValues(blocks: readonly (readonly BlockRequest[])[]): Buffer[] {
  const all = blocks.flat();
  let end = 0;
  const ends = blocks.map(({ length }) => {
    end += length;
    return end;
  });
  return [
    float8Array(blocks.map((requests) => extreme(requests, Math.min))),
    float8Array(blocks.map((requests) => extreme(requests, Math.max))),
    int4Array(blocks.map(({ length }, nth) => ends[nth]! - length + 1)),
    int4Array(ends),
    byteaArray(blocks.map(packPart)),
    int4Array(all.map(({ deviceId }) => deviceId)),
    int4Array(all.map(({ idHash }) => idHash)),
  ];
}

function extreme(requests: readonly BlockRequest[], of: (one: number, other: number) => number): number {
  return requests.reduce((found, { arrivalMs }) => of(found, arrivalMs), requests[0]!.arrivalMs);
}
