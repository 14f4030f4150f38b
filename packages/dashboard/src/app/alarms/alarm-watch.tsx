import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useCall } from "../../api/queries.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import { setTitleCount } from "../../ui/document-title.ts";
import { useSession } from "../session.tsx";
import { notify } from "./notify.ts";
import { notifyInToasts } from "./notify-in-toasts.tsx";
import { openAlarms, shortCount } from "./open-alarms.ts";
import { useNewAlarms } from "./use-new-alarms.ts";
import { useNotifier } from "./use-notifier.ts";
import { usePageVisible } from "./use-page-visible.ts";

/** Also applies while the tab is hidden: it has no stream then, and only its title is visible. */
const countEveryMs = 30_000;

/** Counts the unacknowledged alarms, shows the number in the title of the tab, and announces new ones. */
export function AlarmWatch() {
  const counted = useCall(
    "countAlarms",
    {},
    { refetchInterval: countEveryMs, refetchIntervalInBackground: true },
  );
  useRefreshOnAlarm(["countAlarms"]);
  const { data } = counted;
  const count = data === undefined ? 0 : openAlarms(data).count;
  useEffect(() => setTitleCount(count === 0 ? "" : shortCount(count)), [count]);
  useEffect(() => () => setTitleCount(""), []);

  const { accounts, account } = useSession();
  const navigate = useNavigate();
  const isListed = useIsListed();
  const isVisible = usePageVisible();
  const { isNotifier, isSeenElsewhere } = useNotifier();
  const go = (address: string) => void navigate({ href: address });
  useNewAlarms(
    { newestId: data === undefined ? undefined : (data.newest_id ?? 0), atMs: counted.dataUpdatedAt },
    {
      how: isVisible ? "toasts" : isNotifier ? "notifications" : null,
      onNew: async (how, news) => {
        if (how === "notifications") {
          const isSeen = await isSeenElsewhere();
          if (!isSeen) notify(news, accounts.length > 1 ? account.name : null, go);
        } else if (!isListed) notifyInToasts(news, go);
      },
    },
  );
  return null;
}

/** Whether the page is the list of alarms, which shows new alarms itself. */
function useIsListed(): boolean {
  const { pathname, search } = useLocation();
  const { state, severity, device, chain } = search as Readonly<Record<string, unknown>>;
  const isOfNew = state !== "acknowledged" && state !== "cleared";
  return pathname === "/alarms" && isOfNew && [severity, device, chain].every((value) => value === undefined);
}
