import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type LiveValue, useIsLive, useLive } from "../../api/live.ts";
import { plural } from "../../format/number.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Value } from "../../ui/value.tsx";

/** A request of a device, as GET …/live tells of it. */
interface LiveRequest {
  readonly id: string;
  readonly device: string;
  readonly at: string;
  readonly status: number;
  readonly error: string | null;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Readonly<Record<string, number>>;
}

const shownMax = 4;

/** Waits for what the device sends, and shows it as it arrives: the value, or why it was not taken. */
export function FirstReading({
  deviceUuid,
  units = {},
  onArrived,
}: {
  readonly deviceUuid: string;
  /** By slug. */
  readonly units?: Readonly<Record<string, string | null>>;
  readonly onArrived?: () => void;
}) {
  const [values, setValues] = useState<readonly LiveValue[]>([]);
  const [troubled, setTroubled] = useState<LiveRequest | null>(null);
  const isLive = useIsLive();
  useLive<LiveValue>("value", (value) => {
    if (value.device !== deviceUuid) return;
    setValues((before) => [value, ...before].slice(0, shownMax));
    onArrived?.();
  });
  useLive<LiveRequest>("activity", (request) => {
    if (request.device !== deviceUuid) return;
    const isTroubled = request.status >= 400 || Object.keys(request.rejected).length > 0;
    setTroubled(isTroubled ? request : null);
  });
  return (
    <div aria-live="polite" className="flex flex-col gap-2 text-sm">
      {values.length === 0 && (
        <Line icon={<LoaderCircle size={16} aria-hidden className="animate-spin text-muted" />}>
          <span className="text-muted">
            {isLive ? "Waiting for the first reading…" : "Connecting to the server…"}
          </span>
        </Line>
      )}
      {values.map((value) => (
        <Line
          key={`${value.sensor} ${value.at}`}
          icon={<CircleCheck size={16} aria-hidden className="text-ok" />}
        >
          <code className="font-mono">{value.slug}</code>
          <Value value={value.value} unit={units[value.slug]} />
          <span className="text-muted">
            saved <RelativeTime at={value.at} />
          </span>
        </Line>
      ))}
      {troubled !== null && (
        <Line icon={<CircleX size={16} aria-hidden className="text-bad" />}>
          <span>{tell(troubled)}</span>
          <Link to={`/activity/${troubled.id}`} className="text-accent hover:underline">
            See why
          </Link>
        </Line>
      )}
    </div>
  );
}

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-2">
      {icon}
      {children}
    </div>
  );
}

function tell({ status, rejected }: LiveRequest): string {
  const count = Object.values(rejected).reduce((sum, some) => sum + some, 0);
  return count === 0
    ? `A request was refused with status ${status}.`
    : `${plural(count, "reading")} arrived and ${count === 1 ? "was" : "were"} rejected.`;
}
