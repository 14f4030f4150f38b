import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import { cx } from "../../../ui/class-names.ts";
import { severities } from "../../../ui/severity.tsx";
import type { BoardDevice } from "../data/tile-queries.ts";

type Status = BoardDevice["status"];

/** A device has the sign of its most severe active alarm, and without one that of its connection. */
type MapSign = Status | Severity;

/** Signs differ in shape as well as in colour. */
const dots: Readonly<Record<Status, string>> = {
  online: "bg-ok",
  offline: "border-2 border-warn bg-surface",
  never_seen: "border-2 border-dashed border-muted bg-surface",
};
const alarms: Readonly<Record<Severity, string>> = {
  critical: "fill-bad",
  warning: "fill-warn",
  info: "fill-info",
};
const words: Readonly<Record<MapSign, string>> = {
  online: "Online",
  offline: "Offline",
  never_seen: "Never connected",
  critical: "Critical alarm",
  warning: "Warning alarm",
  info: "Info alarm",
};
const inOrder: readonly MapSign[] = [...severitiesByGravity, "online", "offline", "never_seen"];

export function MapDot({ sign, sizePx = 20 }: { readonly sign: MapSign; readonly sizePx?: number }) {
  if (!isSeverity(sign))
    return (
      <span
        aria-hidden
        data-sign={sign}
        className={cx("size-3 shrink-0 rounded-full ring-2 ring-surface", dots[sign])}
      />
    );
  const { Icon } = severities[sign];
  return (
    <Icon
      size={sizePx}
      aria-hidden
      data-sign={sign}
      className={cx("shrink-0 stroke-surface", alarms[sign])}
      strokeWidth={1.75}
    />
  );
}

/** What the signs on a map mean. */
export function MapLegend({ signs }: { readonly signs: readonly MapSign[] }) {
  const shown = inOrder.filter((sign) => signs.includes(sign));
  return (
    <ul aria-label="Signs on the map" className="contents">
      {shown.map((sign) => (
        <li key={sign} className="flex items-center gap-1 whitespace-nowrap">
          <MapDot sign={sign} sizePx={16} />
          {words[sign]}
        </li>
      ))}
    </ul>
  );
}

/** The words of a device's signs, as screen readers and tooltips say them. */
export function signWords(status: Status, severity: Severity | undefined): string {
  const signs: readonly MapSign[] = severity === undefined ? [status] : [status, severity];
  return signs.map((sign) => words[sign].toLowerCase()).join(", ");
}

function isSeverity(sign: MapSign): sign is Severity {
  return Object.hasOwn(alarms, sign);
}
