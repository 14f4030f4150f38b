import { useQueries } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { blocksInSight, type Sight } from "./blocks-in-sight.ts";
import type { ListedDevice } from "./use-connections.ts";

export type Curve = CallAnswer<"listDeviceStatistics">["items"][number];

const refreshMs = 60_000;

/** The rate and the last day of the visible devices, by UUID. */
export function useCurves(devices: readonly ListedDevice[], sight: Sight): ReadonlyMap<string, Curve> {
  const blocks = blocksInSight(devices, sight);
  const answers = useQueries({
    queries: blocks.map((block) => ({
      queryKey: ["listDeviceStatistics", { query: { devices: block } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("listDeviceStatistics", { query: { devices: block }, signal }),
      staleTime: refreshMs,
      refetchInterval: refreshMs,
      enabled: !sight.isMoving,
    })),
    combine: dataOf,
  });
  // A device that moves to another block keeps its old figures until that block is loaded.
  const shown = useRef<ReadonlyMap<string, Curve>>(new Map());
  const asked = blocks.join(",");
  return useMemo(() => {
    const curves = new Map<string, Curve>();
    for (const uuid of asked.split(",")) {
      const known = shown.current.get(uuid);
      if (known !== undefined) curves.set(uuid, known);
    }
    for (const answer of answers) for (const curve of answer?.items ?? []) curves.set(curve.device, curve);
    shown.current = curves;
    return curves;
  }, [answers, asked]);
}

/** Defined outside the hook, so that the function stays the same and answers are combined only when one has changed. */
function dataOf(results: readonly { readonly data: CallAnswer<"listDeviceStatistics"> | undefined }[]) {
  return results.map(({ data }) => data);
}
