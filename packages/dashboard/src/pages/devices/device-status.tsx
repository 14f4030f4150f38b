import { Link } from "@tanstack/react-router";
import { CircleSlash, TriangleAlert } from "lucide-react";
import { Status } from "../../ui/badge.tsx";
import type { ListedDevice } from "./use-connections.ts";

/** A shape and a word. Of a disabled device nothing else counts, since its requests are refused. */
export function DeviceStatus({ device }: { readonly device: Pick<ListedDevice, "enabled" | "status"> }) {
  if (!device.enabled) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-muted">
        <CircleSlash size={10} strokeWidth={3} aria-hidden className="-mx-px" />
        Disabled
      </span>
    );
  }
  if (device.status === "online") return <Status tone="ok">Online</Status>;
  if (device.status === "offline") return <Status tone="bad">Offline</Status>;
  return <Status tone="neutral">Never seen</Status>;
}

/** Leads to the chain that the device's readings go through, where there is something to know about it. */
export function ChainWarning({ device }: { readonly device: Pick<ListedDevice, "applicable_chain"> }) {
  const { uuid, name, warnings } = device.applicable_chain;
  if (warnings.length === 0) return null;
  const text = `Chain “${name}”: ${warnings.join(" ")}`;
  return (
    <Link
      to={`/chains/${uuid}`}
      title={text}
      aria-label={text}
      className="inline-flex h-5 shrink-0 items-center gap-1 rounded-sm bg-warn-soft px-1.5 text-xs font-medium text-warn hover:underline"
    >
      <TriangleAlert size={12} aria-hidden />
      Chain
    </Link>
  );
}
