import { useCall } from "../../api/queries.ts";
import { durationText, parseTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { ClockChart, type ClockPoint } from "./clock-chart.tsx";

const requestsShown = 200;
/** Up to this far a clock is taken to be right, and timestamps are left as they are. */
const rightWithinMs = 2000;

/** How far the device's clock was off over its last requests. Nothing is shown of a device that does not send its clock. */
export function ClockCard({ device, marked }: { readonly device: string; readonly marked?: string }) {
  const { data } = useCall("listDeviceRequests", { params: { device }, query: { limit: requestsShown } });
  const points: ClockPoint[] = (data?.items ?? [])
    .flatMap(({ id, at, clock_offset_ms }) =>
      clock_offset_ms === null ? [] : [{ id, atMs: parseTime(at), aheadMs: -clock_offset_ms }],
    )
    .reverse();
  const last = points.at(-1);
  if (last === undefined) return null;
  return (
    <Card title="Device clock" action={<span className="text-sm text-muted">{clockText(last.aheadMs)}</span>}>
      <ClockChart points={points} {...(marked === undefined ? {} : { marked })} />
      <p className="mt-3 text-sm text-muted">
        How far the clock in the <code className="font-mono">Date</code> header was from the server’s, request
        by request. Beyond 2 s either way the server corrects the timestamps of the request by as much.
      </p>
    </Card>
  );
}

/** "40 s behind", "right". */
export function clockText(aheadMs: number): string {
  if (Math.abs(aheadMs) <= rightWithinMs) return "right, within 2 s";
  return `${durationText(aheadMs)} ${aheadMs > 0 ? "ahead" : "behind"}`;
}
