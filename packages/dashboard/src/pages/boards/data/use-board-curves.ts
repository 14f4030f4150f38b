import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useGatheredValues } from "../../../api/use-gathered-values.ts";
import { parseTime } from "../../../format/time.ts";
import { bucketWidthMs } from "../../charts/bucket-tiles.ts";
import { type Curve, curveOfBuckets, withReading } from "../../charts/curve.ts";
import type { Span } from "../../charts/span.ts";
import { chunks } from "./chunks.ts";

/** As many sensors as one request can name. */
const sensorsPerRequest = 50;
/**
 * Live values are added one by one, and everything is loaded again when a bucket begins. Loading wide buckets at intervals,
 * too, shows readings that arrived late.
 */
const refreshMs = 300_000;

type Curves = ReadonlyMap<string, Curve>;

export interface BoardCurves {
  /** Undefined while the curve is not loaded. */
  readonly curveOf: (sensor: string) => Curve | undefined;
  readonly widthMs: number;
  /** The start of the first bucket. */
  readonly fromMs: number;
  readonly error: unknown;
}

/**
 * The curves of sensors (UUIDs) over the span, with at most this many points. Sensors share requests. `hasEnd`: the span need
 * not end now, and what is after it is not loaded.
 */
export function useBoardCurves(
  sensors: ReadonlySet<string>,
  span: Span,
  points: number,
  hasEnd = false,
): BoardCurves {
  const widthMs = bucketWidthMs(span, points);
  // Rounded to buckets, so that the request stays the same until the next bucket begins.
  const fromMs = Math.floor(span.fromMs / widthMs) * widthMs;
  const requests = chunks([...sensors].sort(), sensorsPerRequest).map((some) => ({
    sensors: some.join(","),
    bucket: String(widthMs / 1000),
    from: new Date(fromMs).toISOString(),
    ...(hasEnd ? { to: new Date(Math.ceil(span.toMs / widthMs) * widthMs).toISOString() } : {}),
  }));
  const keyOf = (query: (typeof requests)[number]) => ["listBuckets", { query }, "board"];
  const results = useQueries({
    queries: requests.map((query) => ({
      queryKey: keyOf(query),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Curves> => {
        const answer = await call("listBuckets", { query, signal });
        return new Map(answer.sensors.map(({ sensor, buckets }) => [sensor, curveOfBuckets(buckets)]));
      },
      placeholderData: keepPreviousData<Curves>,
      refetchInterval: refreshMs,
      structuralSharing: false,
    })),
  });
  useGatheredValues(sensors, (values) => {
    for (const query of requests) {
      queryClient.setQueryData<Curves>(keyOf(query), (curves) => {
        if (curves === undefined) return curves;
        const next = new Map(curves);
        for (const { sensor, at, value } of values) {
          const curve = next.get(sensor);
          if (curve !== undefined) next.set(sensor, withReading(curve, widthMs, parseTime(at), value));
        }
        return next;
      });
    }
  });
  return {
    widthMs,
    fromMs,
    curveOf: (sensor) => {
      for (const { data } of results) {
        const curve = data?.get(sensor);
        if (curve !== undefined) return curve;
      }
      return undefined;
    },
    error: results.find(({ isError }) => isError)?.error ?? null,
  };
}
