import { useCall } from "../../api/queries.ts";
import { parseTime } from "../../format/time.ts";
import type { ClockPoint } from "./clock-words.ts";

const requestsShown = 200;

/** What the clock of a device showed over its last requests, the oldest first; none where it does not send its clock. */
export function useClockPoints(device: string): readonly ClockPoint[] {
  const { data } = useCall("listDeviceRequests", { params: { device }, query: { limit: requestsShown } });
  return (data?.items ?? [])
    .flatMap(({ id, at, clock_offset_ms }) =>
      clock_offset_ms === null ? [] : [{ id, atMs: parseTime(at), aheadMs: -clock_offset_ms }],
    )
    .reverse();
}
