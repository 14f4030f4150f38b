import type { Severity } from "@weir/rule-engine/chain-host";
import { type AlarmFilter, type AlarmRecord, alarmFilters } from "../store/chain-queries.ts";
import { type Result, succeed } from "./manage-error.ts";
import { type PageRequest, type RecordReader, type RecordWriter, toPaging } from "./record-access.ts";
import { type RecordFilter, resolveFilter } from "./record-filter.ts";
import { type RecordOrigin, withOrigins } from "./record-origins.ts";
import { validateName } from "./validate-text.ts";

export { type AlarmFilter, alarmFilters };

/** An alarm as people see it. */
export interface AlarmView extends AlarmRecord {
  readonly state: AlarmState;
  readonly origin: RecordOrigin;
}

/** Acknowledged: somebody has seen it, and it is still active. */
export type AlarmState = "active" | "acknowledged" | "cleared";

export interface AlarmListRequest extends PageRequest, Pick<RecordFilter, "device" | "sensor" | "chain"> {
  readonly state?: AlarmFilter | undefined;
  readonly severity?: Severity | undefined;
  /** Raised at this time or later; null for no bound, here and below. */
  readonly fromUs?: number | null | undefined;
  /** Raised before this time. */
  readonly toUs?: number | null | undefined;
}

/** The newest first. */
export async function listAlarms(
  { control, queries }: RecordReader,
  request: AlarmListRequest,
): Promise<Result<AlarmView[]>> {
  const { device, sensor, chain, state, severity, fromUs, toUs } = request;
  const ids = await resolveFilter(control, { device, sensor, chain });
  if (!ids.ok) return ids;
  const records = queries.alarms({
    accountId: control.accountId,
    ...ids.value,
    ...(state === undefined ? {} : { state }),
    ...(severity === undefined ? {} : { severity }),
    ...(fromUs == null ? {} : { raisedFromUs: fromUs }),
    ...(toUs == null ? {} : { raisedToUs: toUs }),
    ...toPaging(request),
  });
  return succeed(withOrigins(control, records).map(withState));
}

/** Null where there is none within reach. */
export function findAlarm({ control, queries }: RecordReader, id: number): AlarmView | null {
  const record = queries.alarm(control.accountId, id);
  return record === null ? null : withState(withOrigins(control, [record])[0]!);
}

/** The alarm as it is now, and whether it was this call that made it so. */
export interface AlarmChange {
  readonly hasChanged: boolean;
  readonly alarm: AlarmView;
}

/** The first who acknowledges an alarm is kept. Null where there is no such alarm within reach. */
export async function acknowledgeAlarm(
  writer: RecordWriter,
  id: number,
  by: string,
): Promise<Result<AlarmChange | null>> {
  return change(writer, id, by, (alarmId, name) =>
    writer.ask({ kind: "acknowledge alarm", alarmId, by: name }),
  );
}

/** Nobody has seen it after all. Null where there is no such alarm within reach. */
export async function unacknowledgeAlarm(
  writer: RecordWriter,
  id: number,
  by: string,
): Promise<Result<AlarmChange | null>> {
  return change(writer, id, by, (alarmId) => writer.ask({ kind: "unacknowledge alarm", alarmId }));
}

/** Chains raise it anew when they have reason to. Null where there is no such alarm within reach. */
export async function clearAlarm(
  writer: RecordWriter,
  id: number,
  by: string,
): Promise<Result<AlarmChange | null>> {
  return change(writer, id, by, (alarmId, name) => writer.ask({ kind: "clear alarm", alarmId, by: name }));
}

async function change(
  writer: RecordWriter,
  id: number,
  by: string,
  ask: (alarmId: number, by: string) => Promise<boolean>,
): Promise<Result<AlarmChange | null>> {
  const name = validateName("The name of a person", by);
  if (!name.ok) return name;
  if (findAlarm(writer, id) === null) return succeed(null);
  const hasChanged = await ask(id, name.value);
  const alarm = findAlarm(writer, id);
  return succeed(alarm === null ? null : { hasChanged, alarm });
}

function withState(alarm: AlarmRecord & { readonly origin: RecordOrigin }): AlarmView {
  return { ...alarm, state: stateOf(alarm) };
}

function stateOf({ clearedUs, acknowledgedMs }: AlarmRecord): AlarmState {
  if (clearedUs !== null) return "cleared";
  return acknowledgedMs === null ? "active" : "acknowledged";
}
