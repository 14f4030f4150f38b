import { Card } from "../../ui/card.tsx";
import { ClockChart } from "./clock-chart.tsx";
import { clockAdvice, clockText, isClockRight } from "./clock-words.ts";
import { useClockPoints } from "./use-clock-points.ts";

/**
 * How far the device's clock was off over its last requests. Nothing is shown of a device that does not send its clock.
 * Among other cards a clock that is wrong comes first.
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
        server’s clock. Up to 2 s either way, the grey band, counts as right.
      </p>
    </Card>
  );
}
