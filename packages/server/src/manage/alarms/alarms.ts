import type { AlarmFilter, AlarmState, Severity } from "@weir/protocol/closed-sets";
import { insertActs } from "../../control/alarms/alarm-acts.ts";
import { followUpsOf, putFollowUps } from "../../control/alarms/alarm-follow-ups.ts";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { namedRows } from "../../control/named-rows.ts";
import { withOrigins } from "../../control/record-origins.ts";
import type { AlarmAction } from "../../process/processor-request.ts";
import type { AlarmRecord } from "../../store/alarms/record.ts";
import { askAudited } from "../core/ask-audited.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import {
  type PageRequest,
  type RecordReader,
  type RecordWriter,
  toPaging,
} from "../core/records/record-access.ts";
import { type RecordFilter, resolveFilter } from "../core/records/record-filter.ts";
import { validateName } from "../core/validate-text.ts";
import { actionOnAlarms, changedAlarms } from "./alarm-note.ts";
import type { AlarmChange, AlarmView } from "./alarm-view.ts";

export interface AlarmListRequest extends PageRequest, Pick<RecordFilter, "device" | "sensor" | "chain"> {
  readonly state?: AlarmFilter | undefined;
  readonly severity?: Severity | undefined;
  /** Raised at this time or later; null for no bound, here and below. */
  readonly fromUs?: number | null | undefined;
  /** Raised before this time. */
  readonly toUs?: number | null | undefined;
  /** Only these, and none of the others. */
  readonly ids?: readonly number[] | undefined;
  readonly exceptIds?: readonly number[] | undefined;
}

/** How many recurrences are looked for. */
const recurrencesMax = 20;

/** The newest other alarms of the same origin: of the same sensor (or device as a whole), name and alert rule. */
export async function recurrencesOf(
  { control, queries }: RecordReader,
  { id, deviceId, sensorId, name, ruleId }: AlarmView,
): Promise<AlarmView[]> {
  const records = await queries.alarms({
    accountId: control.accountId,
    deviceId,
    name,
    limit: recurrencesMax,
    exceptIds: [id],
    ...(sensorId === null ? {} : { sensorId }),
  });
  return viewsOf(
    control,
    records.filter((alarm) => alarm.sensorId === sensorId && alarm.ruleId === ruleId),
  );
}

/** The newest first. */
export async function listAlarms(
  { control, queries }: RecordReader,
  request: AlarmListRequest,
): Promise<Result<AlarmView[]>> {
  const { device, sensor, chain, state, severity, fromUs, toUs, ids: named, exceptIds } = request;
  const ids = await resolveFilter(control, { device, sensor, chain });
  if (!ids.ok) return ids;
  const records = await queries.alarms({
    accountId: control.accountId,
    ...ids.value,
    ...(named === undefined ? {} : { ids: named }),
    ...(exceptIds === undefined ? {} : { exceptIds }),
    ...(state === undefined ? {} : { state }),
    ...(severity === undefined ? {} : { severity }),
    ...(fromUs == null ? {} : { raisedFromUs: fromUs }),
    ...(toUs == null ? {} : { raisedToUs: toUs }),
    ...toPaging(request),
  });
  return succeed(await viewsOf(control, records));
}

/** Null if there is none within reach. */
export async function findAlarm(reader: RecordReader, id: number): Promise<AlarmView | null> {
  return (await findAlarms(reader, [id])).get(id) ?? null;
}

/** The results of changing alarms by hand. */
interface AlarmsChange {
  /** In the given order. */
  readonly changes: readonly AlarmChange[];
  /** Missing, or out of reach. */
  readonly unknownIds: readonly number[];
}

/** Who acts on an alarm. */
export interface AlarmActor {
  /** The email of a person, or the name of a key or of the operator. */
  readonly name: string;
  /** Null if it is not a signed-in person. */
  readonly userId: number | null;
}

/** Asks the processor once for any number of alarms, and not at all if none is within reach. */
export async function changeAlarms(
  writer: RecordWriter,
  action: AlarmAction,
  ids: readonly number[],
  { name: by, userId }: AlarmActor,
): Promise<Result<AlarmsChange>> {
  const name = validateName("The name of a person", by);
  if (!name.ok) return name;
  const named = [...new Set(ids)];
  const before = await findAlarms(writer, named);
  const known = named.filter((id) => before.has(id));
  if (known.length === 0) return succeed({ changes: [], unknownIds: named });
  const changes = await askAudited(
    writer.control,
    actionOnAlarms(action, [...before.values()]),
    async () => {
      const { changedIds } = await writer.ask({ kind: "change alarms", action, ids: known, by: name.value });
      const changed = new Set(changedIds);
      const after = await findAlarms(writer, known);
      return known.flatMap((id) => {
        const alarm = after.get(id);
        return alarm === undefined ? [] : [{ hasChanged: changed.has(id), before: before.get(id)!, alarm }];
      });
    },
    changedAlarms,
  );
  await noteActs(writer.control, action, changes, { name: name.value, userId });
  const found = new Set(changes.map(({ alarm }) => alarm.id));
  return succeed({ changes, unknownIds: named.filter((id) => !found.has(id)) });
}

async function findAlarms(
  { control, queries }: RecordReader,
  ids: readonly number[],
): Promise<Map<number, AlarmView>> {
  const records = await queries.alarms({ accountId: control.accountId, ids, limit: ids.length });
  return new Map((await viewsOf(control, records)).map((alarm) => [alarm.id, alarm]));
}

async function viewsOf(
  control: RecordReader["control"],
  records: readonly AlarmRecord[],
): Promise<AlarmView[]> {
  const ruleIds = [...new Set(records.map(({ ruleId }) => ruleId))].filter((id) => id !== null);
  const rules = await namedRows(control, "alert_rules", ruleIds);
  const followUps = await followUpsOf(
    control,
    records.map(({ id }) => id),
  );
  return (await withOrigins(control, records)).map((alarm) => ({
    ...alarm,
    state: stateOf(alarm),
    rule: rules.get(alarm.ruleId) ?? null,
    followUp: followUps.get(alarm.id) ?? null,
  }));
}

function stateOf({ clearedUs, acknowledgedMs }: AlarmRecord): AlarmState {
  if (clearedUs !== null) return "cleared";
  return acknowledgedMs === null ? "active" : "acknowledged";
}

/** Clearing is not noted: the alarm itself says for good when it was cleared and by whom. */
async function noteActs(
  control: Control,
  action: AlarmAction,
  changes: readonly AlarmChange[],
  { name: by, userId }: AlarmActor,
): Promise<void> {
  const changed = changes.filter(({ hasChanged }) => hasChanged).map(({ alarm }) => alarm);
  if (action === "clear" || changed.length === 0) return;
  const act = action === "acknowledge" ? "acknowledged" : "unacknowledged";
  await commitChange(control, async (tx) => {
    const ids = await putFollowUps(tx, control.dialect, changed);
    const entry = { act, atUs: control.nowUs(), by, userId, text: null, untilUs: null } as const;
    if (ids.length > 0) await insertActs(tx, ids, entry);
    const audit = nothingToAudit("the entry was written before the processor was asked");
    return succeed({ value: null, audit, changes: [] });
  });
}
