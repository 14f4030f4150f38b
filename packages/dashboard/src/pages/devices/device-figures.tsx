import { plural, rateText, roundedText } from "../../format/number.ts";
import { rateMeaning } from "../../format/rate-meaning.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Sparkline } from "../../ui/sparkline.tsx";
import { countScale } from "../../ui/sparkline-scale.ts";
import type { ListedDevice } from "./use-connections.ts";
import type { Curve } from "./use-curves.ts";

export function Battery({ battery }: Pick<ListedDevice, "battery">) {
  if (battery === null) return <span className="text-faint">–</span>;
  return (
    <span title={`Measured ${exactTime(parseTime(battery.at))}`} className="whitespace-nowrap">
      {roundedText(battery.volts, 2)} <span className="text-xs text-muted">V</span>
    </span>
  );
}

/** Empty until the figures are loaded, because a placeholder at the right edge would move when it is replaced. */
export function Rate({ curve }: { readonly curve: Curve | undefined }) {
  if (curve === undefined) return null;
  return (
    <span title={rateMeaning} className={curve.readings_per_minute === 0 ? "text-muted" : ""}>
      {rateText(curve.readings_per_minute)}
    </span>
  );
}

/**
 * Hours without readings are zero, and a device that sent nothing all day has no curve. The current hour is left out,
 * because it would look as if the device had stopped, unless there is no other hour.
 */
export function LastDay({ curve, width }: { readonly curve: Curve | undefined; readonly width: number }) {
  const total = curve?.accepted_total ?? 0;
  if (curve === undefined || total === 0) return <span className="text-xs text-faint">–</span>;
  const wholeHours = curve.accepted.slice(0, -1);
  return (
    <Sparkline
      values={wholeHours.some((count) => count > 0) ? wholeHours : curve.accepted}
      scale={countScale}
      isArea
      height={22}
      label={`${plural(total, "reading")} in the last 24 hours`}
      width={width}
    />
  );
}
