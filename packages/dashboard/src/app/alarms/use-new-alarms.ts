import { useEffect, useRef } from "react";
import { call } from "../../api/client.ts";
import { currentAccount } from "../../api/current-account.ts";
import type { NewAlarms } from "./alarm-words.ts";

/** More than this many are not counted. */
const listedMax = 100;

interface Ways {
  /** How new alarms are announced now; null while nobody would notice. */
  readonly how: "toasts" | "notifications" | null;
  readonly onNew: (how: "toasts" | "notifications", news: NewAlarms) => void;
}

/**
 * Finds new alarms by their ids, so that a missed event does not matter: ids grow, and those above the last
 * announced one are new. Each alarm is announced once in each way. An alarm that was acknowledged or cleared
 * before that is left out.
 */
export function useNewAlarms(
  /** The id of the newest alarm at the last count; undefined before the first count. */
  counted: { readonly newestId: number | undefined; readonly atMs: number },
  { how, onNew }: Ways,
): void {
  const notified = useRef<{ toasts: number; notifications: number }>(undefined);
  const latestOnNew = useRef(onNew);
  latestOnNew.current = onNew;
  const { newestId, atMs } = counted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed attempt is repeated at the next count.
  useEffect(() => {
    if (newestId === undefined) return;
    notified.current ??= { toasts: newestId, notifications: newestId };
    if (how === null) return;
    const marks = notified.current;
    const after = how === "toasts" ? Math.max(marks.toasts, notifiedInAnyTab()) : marks.notifications;
    if (newestId <= after) return;
    const before = { ...marks };
    marks.notifications = newestId;
    if (how === "toasts") marks.toasts = newestId;
    listAfter(after).then(
      (news) => {
        if (how === "toasts") noteForAllTabs(newestId);
        if (news.alarms.length > 0) latestOnNew.current(how, news);
      },
      () => Object.assign(marks, before),
    );
  }, [newestId, atMs, how]);
}

async function listAfter(id: number): Promise<NewAlarms> {
  const { items, next } = await call("listAlarms", { query: { state: "unacknowledged", limit: listedMax } });
  const alarms = items.filter((alarm) => alarm.id > id);
  return { alarms, hasMore: next !== null && alarms.length === items.length };
}

/** A toast that was shown in one tab is not shown again in another. */
function notifiedInAnyTab(): number {
  return Number(localStorage.getItem(keyOf(currentAccount()))) || 0;
}

function noteForAllTabs(id: number): void {
  localStorage.setItem(keyOf(currentAccount()), String(Math.max(id, notifiedInAnyTab())));
}

function keyOf(account: string): string {
  return `weir.alarms-told.${account}`;
}
