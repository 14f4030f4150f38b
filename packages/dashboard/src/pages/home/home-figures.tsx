import { Link } from "@tanstack/react-router";
import { severities } from "@weir/protocol/closed-sets";
import type { ReactNode } from "react";
import { countText, plural } from "../../format/number.ts";
import { cx } from "../../ui/class-names.ts";
import type { Destination } from "../../ui/destination.ts";
import type { Counts, DeviceCounts } from "./use-health.ts";

/** The state of everything in one line: devices and alarms, with links to their lists. */
export function HomeFigures({
  counts: { online, offline, never_seen },
  alarms,
}: {
  readonly counts: DeviceCounts;
  /** Undefined while loading. */
  readonly alarms: Counts["alarms"] | undefined;
}) {
  const active = alarms && severities.reduce((sum, severity) => sum + alarms[severity], 0);
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <FigureLink to="/devices" search={{ status: "online" }} dot={offline > 0 ? "bg-warn" : "bg-ok"}>
        <b className="font-semibold">{countText(online)}</b> of{" "}
        {plural(online + offline + never_seen, "device")} online
      </FigureLink>
      {active !== undefined && alarms !== undefined && (
        <FigureLink to="/alarms" dot={active === 0 ? "bg-ok" : alarms.critical > 0 ? "bg-bad" : "bg-warn"}>
          <b className="font-semibold">{active === 0 ? "No" : countText(active)}</b>{" "}
          {active === 1 ? "active alarm" : "active alarms"}
          {alarms.critical > 0 && ` (${countText(alarms.critical)} critical)`}
        </FigureLink>
      )}
    </div>
  );
}

function FigureLink({
  dot,
  children,
  ...destination
}: Destination & { readonly dot: string; readonly children: ReactNode }) {
  return (
    <Link
      {...destination}
      className="inline-flex items-center gap-1.5 text-muted hover:text-text hover:underline pointer-coarse:min-h-6 [&_b]:text-text"
    >
      <span aria-hidden className={cx("size-2 shrink-0 rounded-full", dot)} />
      <span>{children}</span>
    </Link>
  );
}
