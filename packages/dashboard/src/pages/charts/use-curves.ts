import { useQueries } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { call } from "../../api/client.ts";
import { useLiveValues } from "../../api/live.ts";
import { queryClient } from "../../api/query-client.ts";
import { parseTime } from "../../format/time.ts";
import { shownTimeZone } from "../../format/time-zone.ts";
import {
  type BucketClock,
  bucketClock,
  bucketStartMs,
  clockTileAt,
  clockTileSpan,
  clockTiles,
} from "./bucket-clock.ts";
import { widthWithin } from "./bucket-tiles.ts";
import { type Curve, curveOfBuckets, curveWithin, emptyCurve, joinedCurves, withReadingIn } from "./curve.ts";
import type { Span } from "./span.ts";

/** Readings may still arrive late, but older times rarely change. */
const pastStaleMs = 5 * 60_000;
/** Live values are added one by one. Loading the saved readings at intervals keeps the curve exact. */
const presentRefetchMs = 15_000;

interface ShownCurves {
  /** By the UUID of the sensor. */
  readonly curves: ReadonlyMap<string, Curve>;
  readonly widthMs: number;
  readonly isLoading: boolean;
  /** Whether there is nothing to draw yet. */
  readonly isFirst: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

interface Tile extends BucketClock {
  readonly sensor: string;
  readonly tile: number;
}

const keyOf = (tile: Tile) => ["listBuckets", { query: tile }] as const;

/**
 * The curves of sensors around the span, with about this many points over its length. Nothing is loaded until that
 * number is known. Earlier curves stay visible until the new tiles arrive, even if they are finer or coarser. Buckets have
 * the wanted width if there is room for them.
 */
export function useCurves(
  sensors: readonly string[],
  span: Span,
  points: number | null,
  wantedMs: number | null,
): ShownCurves {
  const clock = bucketClock(widthWithin(span, points ?? 1, wantedMs), wantedMs, shownTimeZone());
  const { widthMs } = clock;
  const tiles = clockTiles(clock, span);
  const nowTile = clockTileAt(clock, Date.now());
  const wanted = sensors.flatMap((sensor) => tiles.map((tile): Tile => ({ sensor, ...clock, tile })));
  const results = useQueries({
    queries: wanted.map((tile) => ({
      queryKey: keyOf(tile),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchTile(tile, signal),
      // There are no readings in the future.
      enabled: points !== null && tile.tile <= nowTile,
      staleTime: tile.tile < nowTile ? pastStaleMs : presentRefetchMs / 2,
      refetchInterval: tile.tile === nowTile ? presentRefetchMs : (false as const),
      structuralSharing: false,
    })),
  });

  useLiveValues(new Set(sensors), ({ sensor, at, value }) => {
    const ms = parseTime(at);
    const key = keyOf({ sensor, ...clock, tile: clockTileAt(clock, ms) });
    const startMs = bucketStartMs(clock, ms);
    queryClient.setQueryData<Curve>(key, (curve) => curve && withReadingIn(curve, startMs, value));
  });

  const shown = useRef<ReadonlyMap<string, Curve>>(new Map());
  const state = JSON.stringify([sensors, clock, tiles, results.map(({ dataUpdatedAt }) => dataUpdatedAt)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` changes whenever a tile does.
  const curves = useMemo(() => {
    const next = new Map(
      sensors.map((sensor, nth) => {
        const before = shown.current.get(sensor) ?? emptyCurve;
        const parts = tiles.map((tile, place) => {
          const { fromMs, toMs } = clockTileSpan(clock, tile);
          return results[nth * tiles.length + place]?.data ?? curveWithin(before, fromMs, toMs);
        });
        return [sensor, joinedCurves(parts)] as const;
      }),
    );
    shown.current = next;
    return next;
  }, [state]);

  const failed = results.find(({ isError }) => isError);
  const isLoading =
    points === null || results.some(({ isFetching, data }) => isFetching && data === undefined);
  return {
    curves,
    widthMs,
    isLoading,
    isFirst: isLoading && [...curves.values()].every(({ atMs }) => atMs.length === 0),
    error: failed?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

async function fetchTile({ sensor, tile, ...clock }: Tile, signal: AbortSignal): Promise<Curve> {
  const { fromMs, toMs } = clockTileSpan(clock, tile);
  const { widthMs, zone } = clock;
  const answer = await call("listBuckets", {
    query: {
      sensors: sensor,
      ...(zone === null ? { bucket: String(widthMs / 1000) } : { bucket: "day", time_zone: zone }),
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    },
    signal,
  });
  return curveOfBuckets(answer.sensors[0]?.buckets ?? []);
}
