import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../../api/client.ts";
import { isProblem } from "../../../api/problem.ts";
import { refresh, useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { type Curve, curveOfBuckets } from "../../charts/curve.ts";
import { coarsePoints, finePoints, isCoarse } from "../data/board-data.ts";
import type { BoardDefinition } from "../model/board.ts";
import { bucketsWidthMs } from "./buckets-width.ts";

export type SharedBoard = Omit<CallAnswer<"showSharedBoard">, "definition"> & {
  readonly definition: BoardDefinition;
};

/** What a tile shows, with the curves of its sensors by their UUIDs. */
export interface SharedTile {
  readonly shown: CallAnswer<"showSharedTile">;
  readonly curves: ReadonlyMap<string, Curve>;
  readonly widthMs: number;
}

/** Somebody may change the board or revoke the link at any time. */
const boardEveryMs = 60_000;
const tilesEveryMs = 10_000;
/** A screen makes one request a second at most, so that several of them may share an address. */
const requestEveryMs = 1000;

export function useSharedBoard(token: string) {
  return useCall(
    "showSharedBoard",
    { bearer: token },
    { enabled: token !== "", refetchInterval: boardEveryMs, refetchIntervalInBackground: false },
  );
}

/** What the tiles of the board show, by their ids. They are asked for again and again, because a link has no live stream. */
export function useSharedTiles(token: string, { definition, version }: SharedBoard) {
  const asked = definition.tiles.filter(({ kind }) => kind !== "text" && kind !== "image");
  const results = useQueries({
    queries: asked.map((tile) => {
      const input = {
        bearer: token,
        params: { tile: tile.id },
        query: { points: isCoarse(tile) ? coarsePoints : finePoints },
      };
      return {
        queryKey: ["showSharedTile", input, version],
        queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SharedTile> =>
          withCurves(await call("showSharedTile", { ...input, signal })),
        placeholderData: keepPreviousData<SharedTile>,
        refetchInterval: Math.max(tilesEveryMs, asked.length * requestEveryMs),
        structuralSharing: false,
      };
    }),
  });
  const error = results.find(({ isError }) => isError)?.error ?? null;
  const isOutdated = isProblem(error, "unknown_share_link") || isProblem(error, "unknown_tile");
  useEffect(() => {
    if (isOutdated) void refresh("showSharedBoard");
  }, [isOutdated]);
  return {
    tileOf: (id: string) => results[asked.findIndex((tile) => tile.id === id)]?.data,
    error,
  };
}

function withCurves(shown: CallAnswer<"showSharedTile">): SharedTile {
  const buckets = shown.kind === "sources" ? shown.buckets : null;
  const curves = new Map(
    (buckets?.sensors ?? []).map((one) => [one.sensor, curveOfBuckets(one.buckets)] as const),
  );
  return { shown, curves, widthMs: bucketsWidthMs(buckets?.width ?? null) };
}
