import { Link } from "@tanstack/react-router";
import type { DeviceStatus as Connection } from "@weir/protocol/closed-sets";
import { CircleSlash, CircleX, ClockAlert, TriangleAlert } from "lucide-react";
import { adviceText } from "../../format/chain-advice.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { wrongClockText } from "../../format/wrong-clock.ts";
import { Status, type Tone } from "../../ui/badge.tsx";
import { rejectedForMs } from "./device-news.ts";
import type { ListedDevice } from "./use-connections.ts";

const statusLabels: Readonly<Record<Connection, string>> = {
  online: "Online",
  offline: "Offline",
  never_seen: "Never connected",
};

export const statusTones: Readonly<Record<Connection, Tone>> = {
  online: "ok",
  offline: "warn",
  never_seen: "neutral",
};

/**
 * The status as a shape and a word. A disabled device only shows that it is disabled, because its requests are refused.
 */
export function DeviceStatus({ device }: { readonly device: Pick<ListedDevice, "enabled" | "status"> }) {
  if (!device.enabled) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-muted">
        <CircleSlash size={10} strokeWidth={3} aria-hidden className="-mx-px" />
        Disabled
      </span>
    );
  }
  return <Status tone={statusTones[device.status]}>{statusLabels[device.status]}</Status>;
}

type Remarkable = Pick<
  ListedDevice,
  "uuid" | "enabled" | "last_troubled" | "wrong_clock" | "applicable_chain"
>;

/** Whether the device has a problem besides its status. */
export function hasRemarks(device: Remarkable): boolean {
  return (
    rejectedLatelyMs(device) !== null ||
    device.wrong_clock !== null ||
    device.applicable_chain.warnings.length > 0
  );
}

/** Problems of the device, each with a link to where it can be fixed. */
export function DeviceRemarks({ device }: { readonly device: Remarkable }) {
  if (!hasRemarks(device)) return null;
  return (
    <span className="flex min-w-0 gap-3">
      <ClockMark device={device} />
      <RejectedMark device={device} />
      <ChainWarning device={device} />
    </span>
  );
}

/**
 * When the device was last refused or rejected; null if that is long ago, or if the device is disabled and refusals are
 * intended.
 */
function rejectedLatelyMs({ enabled, last_troubled }: Remarkable): number | null {
  if (!enabled || last_troubled === null) return null;
  const ms = parseTime(last_troubled);
  return ms > Date.now() - rejectedForMs ? ms : null;
}

/** A link to the requests that were refused or had readings rejected. */
function RejectedMark({ device }: { readonly device: Remarkable }) {
  const ms = rejectedLatelyMs(device);
  if (ms === null) return null;
  return (
    <Link
      to="/devices/$device/activity"
      params={{ device: device.uuid }}
      search={{ only: "troubled" }}
      title={`A request was refused or a reading rejected, last at ${exactTime(ms)}`}
      className="flex shrink-0 items-center gap-1 text-xs text-warn hover:underline"
    >
      <CircleX size={12} aria-hidden className="shrink-0" />
      Recently rejected
    </Link>
  );
}

/** A link to the requests that show a wrong clock. */
function ClockMark({ device: { uuid, wrong_clock: clock } }: { readonly device: Remarkable }) {
  if (clock === null) return null;
  return (
    <Link
      to="/devices/$device/activity"
      params={{ device: uuid }}
      search={{ only: "troubled" }}
      title={wrongClockText(clock)}
      className="flex shrink-0 items-center gap-1 text-xs text-warn hover:underline"
    >
      <ClockAlert size={12} aria-hidden className="shrink-0" />
      Clock is wrong
    </Link>
  );
}

/** A link to the chain of the device's readings, if the chain has a problem. */
function ChainWarning({ device }: { readonly device: Remarkable }) {
  const { uuid, name, warnings } = device.applicable_chain;
  if (warnings.length === 0) return null;
  const text = `Chain “${name}”: ${adviceText(warnings)}`;
  const savesNothing = warnings.some(({ code }) => code === "no_save_reachable");
  return (
    <Link
      to="/chains/$chain"
      params={{ chain: uuid }}
      title={text}
      className="flex min-w-0 items-center gap-1 text-xs text-warn hover:underline"
    >
      <TriangleAlert size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{savesNothing ? "Readings are not saved" : "Chain warning"}</span>
    </Link>
  );
}
