import type { TestReceiver } from "../../../packages/server/src/deliver/channels/test-receiver.ts";
import { type AlarmLoad, alarmLimit } from "./alarm-load.ts";
import { some } from "./broken-laws.ts";

/** An alarm as PostgreSQL has it. */
export interface AlarmRow {
  readonly id: string;
  readonly raisedValue: number;
  readonly isCleared: boolean;
}

interface AlarmMessage {
  readonly alarms: readonly { readonly id: string; readonly change: string }[];
}

/** Where the receiver gets messages of the rule chain and notifications. */
export const hookPath = "/chain";
export const channelPath = "/channel";

/**
 * The broken promises about alarms and messages in words. Each high reading raises one alarm, which the next one clears.
 * Each reading is sent by the chain under one key, and each change of an alarm is told under one key. What a device has
 * sent repeatedly may also be processed repeatedly.
 */
export function brokenAlarms(
  load: Pick<AlarmLoad, "values" | "timesSent">,
  alarms: readonly AlarmRow[],
  { received }: Pick<TestReceiver, "received">,
): string[] {
  const own = alarms.filter(({ raisedValue }) => load.timesSent(raisedValue) > 0);
  const byValue = Map.groupBy(own, ({ raisedValue }) => raisedValue);
  const keysByValue = new Map<number, Set<string>>();
  const keysByChange = new Map<string, Set<string>>();
  for (const { path, headers, body } of received) {
    const key = headers.get("idempotency-key") ?? "";
    const json = JSON.parse(body.toString());
    if (path === hookPath) addTo(keysByValue, json.data.value as number, key);
    else
      for (const { id, change } of (json as AlarmMessage).alarms) addTo(keysByChange, `${change} ${id}`, key);
  }
  const isWrong = (count: number, value: number) => count < 1 || count > load.timesSent(value);
  return [
    ...some(
      "readings that did not raise exactly one alarm",
      load.values
        .filter((value) => value > alarmLimit && isWrong(byValue.get(value)?.length ?? 0, value))
        .map((value) => `${value} raised ${byValue.get(value)?.length ?? 0}`),
    ),
    ...some(
      "alarms that were never cleared",
      own.filter(({ isCleared }) => !isCleared).map(({ id }) => id),
    ),
    ...some(
      "readings that the chain did not send under exactly one key",
      load.values
        .filter((value) => isWrong(keysByValue.get(value)?.size ?? 0, value))
        .map((value) => `${value} under ${keysByValue.get(value)?.size ?? 0}`),
    ),
    ...some(
      "changes of alarms that were not told under exactly one key",
      own
        .flatMap(({ id }) => [`raised ${id}`, `cleared ${id}`])
        .filter((change) => keysByChange.get(change)?.size !== 1)
        .map((change) => `${change} under ${keysByChange.get(change)?.size ?? 0}`),
    ),
  ];
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, member: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(member));
}
