import { useCall } from "../../api/queries.ts";
import { parseTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { ClockChart } from "./clock-chart.tsx";
import { type ClockPoint, clockAdvice, clockText, isClockRight } from "./clock-words.ts";

/**
 * How far the device's clock was off over its last requests. Shows nothing if the device does not send its time. A
 * wrong clock moves the card to the front.
 */
export function ClockCard({ device, marked }: { readonly device: string; readonly marked?: string }) {
  const points = useClockPoints(device);
  const last = points.at(-1);
  if (last === undefined) return null;
  return (
    <Card
      title="Device clock"
      action={<span className="text-sm text-muted">{clockText(last.aheadMs)}</span>}
      className={isClockRight(last.aheadMs) ? "" : "order-first"}
    >
      <ClockChart points={points} {...(marked === undefined ? {} : { marked })} />
      <p className="mt-3 max-w-3xl text-sm">{clockAdvice(points)}</p>
      <p className="mt-1 max-w-3xl text-sm text-muted">
        The difference between the <code className="font-mono">Date</code> header of each request and the
        server’s clock. A difference of up to 2 s (the grey band) counts as accurate.
      </p>
    </Card>
  );
}

const requestsShown = 200;

/**
 * The clock of a device at its last requests, the oldest first; empty if the device does not send its time.
 */
function useClockPoints(device: string): readonly ClockPoint[] {
  const { data } = useCall("listDeviceRequests", { params: { device }, query: { limit: requestsShown } });
  return (data?.items ?? [])
    .flatMap(({ id, at, clock_offset_ms }) =>
      clock_offset_ms === null ? [] : [{ id, atMs: parseTime(at), aheadMs: -clock_offset_ms }],
    )
    .reverse();
}
