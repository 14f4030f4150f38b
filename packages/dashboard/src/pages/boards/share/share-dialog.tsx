import { Link2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { Person } from "../../../app/people.tsx";
import { shortTime } from "../../../format/time.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmAction } from "../../../ui/confirm.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ExactTime, RelativeTime } from "../../../ui/relative-time.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import type { ListedBoard } from "../model/board.ts";
import { NewShareLinkDialog } from "./new-share-link-dialog.tsx";

type ShareLink = CallAnswer<"listShareLinks">["items"][number];

/** The share links of a board: to create and to revoke them. */
export function ShareDialog({
  board,
  onClose,
}: {
  readonly board: Pick<ListedBoard, "uuid" | "name">;
  readonly onClose: () => void;
}) {
  const params = { board: board.uuid };
  const links = useCall("listShareLinks", { params });
  // A dialog never opens another one, so they take turns.
  const [asked, setAsked] = useState<"new" | ShareLink | null>(null);
  const back = () => setAsked(null);
  const revoke = useChange("revokeShareLink", {
    refreshes: ["listShareLinks", "listAudit"],
    said: "The link was revoked.",
  });
  if (asked === "new") return <NewShareLinkDialog board={board} onClose={back} />;
  if (asked !== null) {
    const question = {
      title: `Revoke ${nameOf(asked)}?`,
      text: "Anyone with this link loses access to the board. This can’t be undone.",
      action: "Revoke link",
      onConfirm: () => revoke.mutateAsync({ params: { ...params, link: asked.uuid } }),
    };
    return <ConfirmAction isOpen question={question} onClose={back} />;
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Share ${board.name}`}
      description="Anyone with the link can view this board, including later changes, without signing in. They see nothing else."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={() => setAsked("new")}>
            New link…
          </Button>
        </>
      }
    >
      <Loaded result={links}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={<Link2 size={22} />} title="Not shared yet">
              You choose how long a link works, and you can revoke it at any time.
            </EmptyState>
          ) : (
            <ul aria-label="Share links" className="text-sm">
              {items.map((link) => (
                <LinkRow key={link.uuid} link={link} onRevoke={() => setAsked(link)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function LinkRow({ link, onRevoke }: { readonly link: ShareLink; readonly onRevoke: () => void }) {
  const { picked_name, embedding, created_at, created_by, expires_at, last_used_at } = link;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{nameOf(link)}</p>
        {picked_name !== null && <p className="wrap-anywhere text-muted">Shows {picked_name}</p>}
        {embedding && <p className="text-muted">Can be embedded in other sites</p>}
        <p className="wrap-anywhere text-muted">
          Created <ExactTime at={created_at} text={shortTime} /> by <Person by={created_by} />
        </p>
        <p className="text-muted">
          Expires <ExactTime at={expires_at} text={shortTime} /> · Last used{" "}
          <RelativeTime at={last_used_at} />
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${nameOf(link)}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function nameOf({ name, created_at }: ShareLink): string {
  return name === "" ? `Link from ${shortTime(Date.parse(created_at))}` : name;
}
