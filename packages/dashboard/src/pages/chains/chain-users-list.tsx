import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import type { Destination } from "../../ui/destination.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import {
  type AssignmentTarget,
  assignmentRoutes,
  type ChainUser,
  type Level,
  type ListedChain,
  usersInWords,
} from "./chain-users.ts";

const words: Record<Level, string> = {
  default: "Account",
  group: "Group",
  device: "Device",
  sensor: "Sensor",
};

/** The assignments of a chain in a dialog. */
export function ChainUsersDialog({
  chain,
  isOpen,
  onClose,
  title = `Where ${chain.name} is used`,
  description,
}: {
  readonly chain: ListedChain;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title?: string;
  readonly description?: string;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isOpen && <ChainUsersList chain={chain} />}
    </Dialog>
  );
}

/** The assignments of a chain, each with a button to remove it. */
export function ChainUsersList({ chain }: { readonly chain: ListedChain }) {
  const { uuid, name, use } = chain;
  const users = usePages("listChainAssignments", { params: { chain: uuid } });
  if (users.isPending) return <Loading what="Loading assignments" shape="rows" />;
  if (users.isError) return <Failure error={users.error} onRetry={() => void users.refetch()} />;
  if (users.items.length === 0 && usersInWords(chain) === null) {
    return (
      <p className="text-sm text-muted">{name} is not in use. Assign it so that readings go through it.</p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {use.chains.length > 0 && (
        <p className="text-sm">
          {plural(use.chains.length, "chain")} {use.chains.length === 1 ? "passes" : "pass"} readings on to
          it: {use.chains.join(", ")}. Open the chain in the editor to change this.
        </p>
      )}
      {users.items.length > 0 && (
        <ul aria-label={`Assignments of ${name}`}>
          {users.items.map((user) => (
            <ChainUserRow key={`${user.level} ${user.uuid ?? user.name}`} chain={uuid} user={user} />
          ))}
        </ul>
      )}
      <More list={users} />
    </div>
  );
}

function ChainUserRow({ chain, user }: { readonly chain: string; readonly user: ChainUser }) {
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

/** The page of the target, or for the account, the page that sets the default chain. */
function placeOf({ level, name, uuid, device }: ChainUser): Destination {
  if (level === "default") return { to: "/settings" };
  if (level === "group") return { to: "/devices", search: { group: name } };
  if (level === "device") return { to: "/devices/$device", params: { device: uuid ?? "" } };
  return { to: "/devices/$device/sensors", params: { device: device?.uuid ?? "" } };
}
