import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { forgetSession } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";

/** The order matters, because most browsers also name the browsers that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** "Firefox on Linux", as far as the browser's user agent shows it. */
function browserName(userAgent: string): string {
  const named = (list: typeof browsers) => list.find(([shape]) => shape.test(userAgent))?.[1];
  const browser = named(browsers) ?? (userAgent === "" ? "Unknown browser" : userAgent.split(/[\s/]/)[0]!);
  const system = named(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}

type OwnSession = CallAnswer<"showSession">["sessions"][number];

/** The browsers in which the person is signed in. */
export function SessionsCard() {
  const session = useCall("showSession", {});
  const sessions = session.data?.sessions ?? [];
  const otherCount = sessions.filter(({ current }) => !current).length;
  return (
    <ResourceSection
      title="Sessions"
      action={otherCount > 0 && <SignOutOthers count={otherCount} />}
      list={session}
      empty={() => null}
      label="Sessions"
      items={sessions}
      idOf={({ id }) => id}
      columns={columns}
      actions={(one) => <SessionActions session={one} />}
    >
      <SignOutEverywhere />
    </ResourceSection>
  );
}

const columns: readonly Column<OwnSession>[] = [
  {
    head: "Browser",
    isWide: true,
    cell: ({ user_agent, current }) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-medium" title={user_agent}>
          {browserName(user_agent)}
        </span>
        {current && <Badge tone="accent">This session</Badge>}
      </span>
    ),
  },
  { head: "From", label: "from", cell: ({ source }) => source },
  {
    head: "Signed in",
    label: "signed in",
    className: "whitespace-nowrap",
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    head: "Last used",
    label: "used",
    className: "whitespace-nowrap",
    cell: ({ current, last_used_at }) => (current ? "now" : <RelativeTime at={last_used_at} />),
  },
];

function SessionActions({ session: { id, current, source, user_agent } }: { readonly session: OwnSession }) {
  const browser = browserName(user_agent);
  const end = useChange("revokeSession", { refreshes: ["showSession"], said: "Session signed out." });
  const question = {
    title: `Sign out ${browser}?`,
    text: `This session, from ${source}, is signed out immediately.`,
    action: "Sign out",
    onConfirm: () => end.mutateAsync({ params: { session: id } }),
  };
  return (
    <RowActions
      of={`the session of ${browser} from ${source}`}
      entries={current ? [] : [{ label: "Sign out", isDangerous: true, question }]}
    />
  );
}

function SignOutOthers({ count }: { readonly count: number }) {
  const end = useChange("revokeOtherSessions", {
    refreshes: ["showSession"],
    said: "Your other sessions were signed out.",
  });
  const question = {
    title: "Sign out all other sessions?",
    text: `${plural(count, "session ends", "sessions end")} immediately. You stay signed in here.`,
    action: "Sign out",
    onConfirm: () => end.mutateAsync({}),
  };
  return (
    <ConfirmButton size="small" question={question}>
      Sign out all others
    </ConfirmButton>
  );
}

/** Ends every session of the person, including the current one. */
function SignOutEverywhere() {
  const end = useChange("signOutEverywhere", {
    onDone: () => {
      forgetSession();
      location.assign("/");
    },
  });
  const question = {
    title: "Sign out everywhere?",
    text: "All your sessions are signed out immediately, including this one.",
    action: "Sign out everywhere",
    onConfirm: () => end.mutateAsync({}),
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <p className="text-sm text-muted">Lost a device, or not sure who is signed in?</p>
      <ConfirmButton size="small" question={question}>
        Sign out everywhere
      </ConfirmButton>
    </div>
  );
}
