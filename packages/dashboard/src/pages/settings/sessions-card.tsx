import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { browserName } from "./browser-name.ts";

/** Where somebody is signed in. */
export function SessionsCard() {
  const session = useCall("showSession", {});
  const [isAsked, setIsAsked] = useState(false);
  const end = useChange("revokeSession", { refreshes: ["showSession"], said: "That session is ended." });
  const endOthers = useChange("revokeOtherSessions", {
    refreshes: ["showSession"],
    said: "Your other sessions are ended.",
  });
  const others = (session.data?.sessions ?? []).filter(({ current }) => !current);
  return (
    <Card
      title="Sessions"
      isFlush
      action={
        others.length > 0 && (
          <Button size="small" onClick={() => setIsAsked(true)}>
            End all others
          </Button>
        )
      }
    >
      <Loaded result={session}>
        {({ sessions }) => (
          <ul>
            {sessions.map(({ id, current, source, user_agent, created_at, last_used_at }) => (
              <li
                key={id}
                className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2 text-sm last:border-b-0"
              >
                <div className="min-w-0 flex-1">
                  <div className="flex items-center gap-2">
                    <span className="truncate font-medium" title={user_agent}>
                      {browserName(user_agent)}
                    </span>
                    {current && <Badge tone="accent">This one</Badge>}
                  </div>
                  <div className="text-muted">
                    from {source} · signed in <RelativeTime at={created_at} />
                    {!current && (
                      <>
                        {" "}
                        · used <RelativeTime at={last_used_at} />
                      </>
                    )}
                  </div>
                </div>
                {!current && (
                  <Button
                    size="small"
                    look="quiet"
                    disabled={end.isPending}
                    onClick={() => end.mutate({ params: { session: id } })}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title="End all other sessions?"
        action="End them"
        onConfirm={() => {
          setIsAsked(false);
          endOthers.mutate({});
        }}
      >
        {plural(others.length, "session ends", "sessions end")} at once, wherever you are signed in. You stay
        signed in here.
      </Confirm>
    </Card>
  );
}
