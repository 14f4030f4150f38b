import { noSuchRecord } from "../../web/record-page.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { RecordWriter } from "../core/records/record-access.ts";
import type { AlarmActor } from "./alarms.ts";

/** What handlers of alarms take from their context. */

export function writerOf({ control, chains: queries, ask }: AccountContext): RecordWriter {
  return { control, queries, ask };
}

export function nowUsOf({ clock }: AccountContext): number {
  return clock.nowMs() * 1000;
}

/** The caller as it is recorded with an alarm. */
export function actorOf({ caller }: AccountContext): AlarmActor {
  if (caller === null) throw new Error("A route of an account has a caller.");
  return caller.kind === "user"
    ? { name: caller.email, userId: caller.userId }
    : { name: caller.name, userId: null };
}

export function noSuchAlarm(id: number) {
  return noSuchRecord("alarm", id);
}
