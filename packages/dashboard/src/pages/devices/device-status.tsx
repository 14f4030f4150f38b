import { Link } from "@tanstack/react-router";
import { CircleSlash, TriangleAlert } from "lucide-react";
import { adviceText } from "../../format/chain-advice.ts";
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
  if (device.status === "offline") return <Status tone="warn">Offline</Status>;
  return <Status tone="neutral">Never seen</Status>;
}

/** Leads to the chain that the device's readings go through, where there is something to know about it. */
export function ChainWarning({ device }: { readonly device: Pick<ListedDevice, "applicable_chain"> }) {
  const { uuid, name, warnings } = device.applicable_chain;
  if (warnings.length === 0) return null;
  const text = `Chain “${name}”: ${adviceText(warnings)}`;
  const savesNothing = warnings.some(({ code }) => code === "no_save_reachable");
  return (
    <Link
      to={`/chains/${uuid}`}
      title={text}
      className="flex min-w-0 items-center gap-1 text-xs text-warn hover:underline"
    >
      <TriangleAlert size={12} aria-hidden className="shrink-0" />
      <span className="truncate">{savesNothing ? "Nothing saves these readings" : "Chain warning"}</span>
    </Link>
  );
}
