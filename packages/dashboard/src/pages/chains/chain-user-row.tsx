import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { type AssignmentTarget, assignmentRoutes, type ChainUser, type Level } from "./chain-users.ts";

const words: Record<Level, string> = {
  default: "Account",
  group: "Group",
  device: "Device",
  sensor: "Sensor",
};

/** Something that a chain is assigned to, with a way to end that. */
export function ChainUserRow({ chain, user }: { readonly chain: string; readonly user: ChainUser }) {
  const { level, name, device } = user;
  const mayEdit = useMay("editor");
  const target = targetOf(user);
  const unassign = useChange("unassignChain", {
    refreshes: assignmentRoutes,
    said: (then) => `New readings of ${name} now go through ${then.name}.`,
    undo: () => () => call("assignChain", { body: { chain, ...target } }),
  });
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line py-1 text-sm last:border-b-0">
      <span className="w-14 shrink-0 text-muted">{words[level]}</span>
      <span className="min-w-0 flex-1 truncate">
        <Link {...placeOf(user)} className="hover:underline">
          {device === null ? name : `${device.name} / ${name}`}
        </Link>
        {level === "default" && <span className="text-muted">, for everything without its own chain</span>}
      </span>
      {mayEdit && level !== "default" && (
        <Button
          size="small"
          look="quiet"
          aria-label={`Remove from ${name}`}
          isBusy={unassign.isPending}
          onClick={() => unassign.mutate({ query: target })}
        >
          Remove
        </Button>
      )}
    </li>
  );
}

function targetOf({ level, name, uuid }: ChainUser): AssignmentTarget {
  if (level === "default") return {};
  return level === "group" ? { group: name } : { [level]: uuid ?? "" };
}

/** Where it is shown, and for the account, where another chain is chosen. */
function placeOf({ level, name, uuid, device }: ChainUser): { to: string; search?: never } {
  if (level === "default") return { to: "/settings" };
  if (level === "group") return { to: "/devices", search: { group: name } as never };
  return { to: level === "device" ? `/devices/${uuid}` : `/devices/${device?.uuid}/sensors` };
}
