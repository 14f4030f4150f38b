import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { browserName } from "./browser-name.ts";
import { ListCard } from "./list-card.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

type OwnSession = CallAnswer<"showSession">["sessions"][number];

/** Where somebody is signed in. */
export function SessionsCard() {
  const session = useCall("showSession", {});
  const [isAsked, setIsAsked] = useState(false);
  const endOthers = useChange("revokeOtherSessions", {
    refreshes: ["showSession"],
    said: "Your other sessions were signed out.",
    onDone: () => setIsAsked(false),
  });
  const sessions = session.data?.sessions ?? [];
  const others = sessions.filter(({ current }) => !current);
  return (
    <ListCard
      title="Sessions"
      action={
        others.length > 0 && (
          <Button size="small" onClick={() => setIsAsked(true)}>
            Sign out all others
          </Button>
        )
      }
      list={session}
      isEmpty={sessions.length === 0}
      empty={null}
    >
      <CardTable
        label="Sessions"
        heads={[
          ["browser", "Browser"],
          ["source", "From"],
          ["begun", "Signed in"],
          ["used", "Last used"],
          actionsHead,
        ]}
      >
        {sessions.map((one) => (
          <SessionRow key={one.id} session={one} />
        ))}
      </CardTable>
      <SignOutEverywhere />
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="Sign out all other sessions?"
        action="Sign out"
        isBusy={endOthers.isPending}
        onConfirm={() => endOthers.mutate({})}
      >
        {plural(others.length, "session ends", "sessions end")} immediately. You stay signed in here.
      </Confirm>
    </ListCard>
  );
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const { id, current, source, user_agent, created_at, last_used_at } = session;
  const browser = browserName(user_agent);
  const [isAsked, setIsAsked] = useState(false);
  const end = useChange("revokeSession", {
    refreshes: ["showSession"],
    said: "Session signed out.",
    onDone: () => setIsAsked(false),
  });
  return (
    <>
      <CardTr>
        <CardTd isWide>
          <span className="flex items-center gap-2">
            <span className="truncate font-medium" title={user_agent}>
              {browser}
            </span>
            {current && <Badge tone="accent">This session</Badge>}
          </span>
        </CardTd>
        <CardTd label="from">{source}</CardTd>
        <CardTd label="signed in" className="whitespace-nowrap">
          <RelativeTime at={created_at} />
        </CardTd>
        <CardTd label="used" className="whitespace-nowrap">
          {current ? "now" : <RelativeTime at={last_used_at} />}
        </CardTd>
        <RowActions
          of={`the session of ${browser} from ${source}`}
          entries={
            current ? [] : [{ label: "Sign out", isDangerous: true, onSelect: () => setIsAsked(true) }]
          }
        />
      </CardTr>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Sign out ${browser}?`}
        action="Sign out"
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ params: { session: id } })}
      >
        This session, from {source}, is signed out immediately.
      </Confirm>
    </>
  );
}
