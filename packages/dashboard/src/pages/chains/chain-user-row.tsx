import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import type { ChainUser } from "./use-chain-users.ts";

const kinds: Record<ChainUser["kind"], { readonly word: string; readonly rest: string }> = {
  group: { word: "Group", rest: "the chain of the account" },
  device: { word: "Device", rest: "the chain of its group, else of the account" },
  sensor: { word: "Sensor", rest: "the chain of its device, else of the group or the account" },
};

/** Something that a chain is assigned to, with a way to end that. It asks in its place: it stands in a dialog already. */
export function ChainUserRow({ user }: { readonly user: ChainUser }) {
  const { kind, name, target, link } = user;
  const mayEdit = useMay("editor");
  const [isAsking, setIsAsking] = useState(false);
  const unassign = useChange("unassignChain", {
    refreshes: [
      ...(["listChains", "showChain", "showApplicableChain"] as const),
      ...(["listDeviceGroups", "listDevices", "showDevice", "listSensors"] as const),
    ],
    said: (then) => `New readings of ${name} go through ${then.name} now.`,
    onDone: () => setIsAsking(false),
  });
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1 text-sm last:border-b-0">
      <span className="w-14 shrink-0 text-muted">{kinds[kind].word}</span>
      <span className="min-w-0 flex-1 truncate">
        {link === undefined ? (
          name
        ) : (
          <Link to={link} className="hover:underline">
            {name}
          </Link>
        )}
      </span>
      {mayEdit && !isAsking && (
        <Button
          size="small"
          look="quiet"
          aria-label={`Remove from ${name}…`}
          onClick={() => setIsAsking(true)}
        >
          Remove…
        </Button>
      )}
      {isAsking && (
        <div role="alert" className="flex w-full flex-wrap items-center justify-end gap-2 pb-1">
          <p className="min-w-48 flex-1">New readings will go through {kinds[kind].rest}, at once.</p>
          <Button size="small" onClick={() => setIsAsking(false)}>
            Keep
          </Button>
          <Button
            size="small"
            look="danger"
            // The button that was pressed is gone; whoever uses the keyboard goes on from here.
            autoFocus
            isBusy={unassign.isPending}
            onClick={() => unassign.mutate({ query: target })}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
