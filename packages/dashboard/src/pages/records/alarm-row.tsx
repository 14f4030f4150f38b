import type { ReactNode } from "react";
import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { CardTd, CardTr } from "../../ui/card-table.tsx";
import { cx } from "../../ui/class-names.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Severity } from "../../ui/severity.tsx";
import { ChangedSince } from "./changed-since.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

export type Alarm = CallAnswer<"listAlarms">["items"][number];

export function AlarmRow({
  alarm,
  isGone,
  onOpen,
  choose,
  actions,
}: {
  readonly alarm: Alarm;
  /** It no longer fits what is asked for, and is only kept so that nothing moves. */
  readonly isGone: boolean;
  /** Null where somebody may change nothing, and there is no such column; the same for the actions. */
  readonly onOpen: () => void;
  readonly choose: ReactNode | null;
  readonly actions: ReactNode | null;
}) {
  return (
    <CardTr className={isGone ? "opacity-60" : ""}>
      {choose !== null && (
        <CardTd className={cx("max-md:order-1", (alarm.state !== "active" || isGone) && "max-md:hidden")}>
          {choose}
        </CardTd>
      )}
      <CardTd className="max-md:-order-4">
        <Severity severity={alarm.severity} />
      </CardTd>
      <CardTd isWide className="min-w-48 max-md:-order-2">
        <button
          type="button"
          title="Show details"
          data-row-action="open"
          className="min-h-6 text-left font-medium hover:underline"
          onClick={onOpen}
        >
          {alarm.name}
        </button>
        <div className="text-muted">{alarm.message}</div>
      </CardTd>
      <CardTd isWide className="max-md:-order-1">
        <RecordDevice {...alarm} />
        <span className="text-muted max-md:hidden">
          <RecordNode {...alarm} />
        </span>
      </CardTd>
      <CardTd isWide className="whitespace-nowrap md:min-w-30">
        <RelativeTime at={alarm.raised_at} />
        {alarm.cause === "chain" && (
          <div className="text-muted max-md:ml-1.5 max-md:inline" title={`Latest value ${alarm.last_value}`}>
            {plural(alarm.readings, "reading")}
          </div>
        )}
      </CardTd>
      <CardTd className="max-md:-order-3 max-md:ml-auto md:min-w-34">
        {isGone ? <ChangedSince /> : <AlarmState alarm={alarm} />}
      </CardTd>
      {actions !== null && (
        <CardTd className={cx("max-md:order-2", alarm.state === "cleared" ? "max-md:hidden" : "md:min-w-46")}>
          {!isGone && actions}
        </CardTd>
      )}
    </CardTr>
  );
}

const clearedBySelf: Readonly<Record<Alarm["cause"], string>> = {
  chain: "Cleared by its rule chain",
  silence: "The device is no longer silent",
};

/** How far it has come, and who did that when. */
export function AlarmState({ alarm }: { readonly alarm: Alarm }) {
  if (alarm.state === "active") return <Status tone="bad">Active</Status>;
  const [word, at, by] =
    alarm.state === "acknowledged"
      ? ["Acknowledged", alarm.acknowledged_at, alarm.acknowledged_by]
      : ["Cleared", alarm.cleared_at, alarm.cleared_by];
  return (
    <span title={by === null ? clearedBySelf[alarm.cause] : `By ${by}`}>
      <Status tone={alarm.state === "cleared" ? "neutral" : "warn"}>{word}</Status>
      <span className="block text-muted max-md:ml-1.5 max-md:inline">
        <RelativeTime at={at} fallback="" />
      </span>
    </span>
  );
}
