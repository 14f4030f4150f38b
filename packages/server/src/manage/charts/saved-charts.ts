import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import type { ChartDefinition } from "@weir/protocol/manage/chart-forms";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import {
  deleteChart,
  findChart,
  insertChart,
  type SavedChart,
  updateChart,
} from "../../control/charts/saved-charts.ts";
import type { Control, ControlData, ControlTransaction } from "../../control/control.ts";
import type { Viewer } from "../../control/owned-rows.ts";
import { commitChange } from "../commit-change.ts";
import { type ExpectedVersion, isExpected } from "../devices/devices-edit.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";
import {
  type Editor,
  holderOf,
  type OwnedMax,
  ownerOf,
  refuseChanged,
  refuseOneMore,
  refuseOwner,
} from "../owner-rules.ts";
import { validateName } from "../validate-text.ts";

const chartsPerAccountMax = 500;
/** How many own charts a person can have in an account. */
export const chartsPerPersonMax = 100;
const limit: OwnedMax = {
  ...{ table: "saved_charts", things: "saved charts", code: "too_many_charts" },
  ...{ perAccountMax: chartsPerAccountMax, perPersonMax: chartsPerPersonMax },
};

/** What people edit. */
interface ChartFields {
  readonly name: string;
  readonly definition: ChartDefinition;
}

/** Omitted fields stay. */
type ChartPatch = { readonly [Field in keyof ChartFields]?: ChartFields[Field] | undefined };

export async function createChart(
  control: Control,
  editor: Editor,
  { owner, name, definition }: ChartFields & { readonly owner: Owner },
): Promise<Result<SavedChart>> {
  return commitChange(control, async (tx) => {
    const refused = refuseOwner(editor, owner, "charts") ?? (await refuseOneMore(tx, editor, owner, limit));
    if (refused !== null) return refused;
    const valid = validateName("A chart's name", name);
    if (!valid.ok) return valid;
    const uuid = randomUUID();
    const holder = holderOf(editor, owner);
    await insertChart(tx, holder, {
      ...{ uuid, name: valid.value, definition, version: 1, updatedAt: control.nowUs() },
    });
    const made = (await findChart(tx, holder, uuid))!;
    const audit = { ...actionOn(editor, "chart.create", made), after: toldOf(made) };
    return succeed({ value: made, audit: [audit], changes: [] });
  });
}

export async function editChart(
  control: Control,
  editor: Editor,
  uuid: string,
  { patch, expected }: { readonly patch: ChartPatch; readonly expected: ExpectedVersion },
): Promise<Result<SavedChart>> {
  return commitChange(control, async (tx) => {
    const found = await editableChart(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const before = found.value;
    const valid = validateName("A chart's name", patch.name ?? before.name);
    if (!valid.ok) return valid;
    const fields = { name: valid.value, definition: patch.definition ?? before.definition };
    if (isSame(before, fields))
      return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
    const after = { ...before, ...fields, version: before.version + 1, updatedAt: control.nowUs() };
    await updateChart(tx, after);
    const audit = {
      ...{ ...actionOn(editor, "chart.update", before), before: toldOf(before), after: toldOf(after) },
    };
    return succeed({ value: after, audit: [audit], changes: [] });
  });
}

export async function removeChart(
  control: Control,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await editableChart(tx, editor, uuid, expected);
    if (!found.ok) return found;
    await deleteChart(tx, found.value.id);
    const audit = { ...actionOn(editor, "chart.delete", found.value), before: toldOf(found.value) };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

/** Finds a chart that the viewer may see. */
export async function chartFor(db: ControlData, viewer: Viewer, uuid: string): Promise<Result<SavedChart>> {
  const chart = await findChart(db, viewer, uuid);
  return chart === null ? refuse("unknown_chart", "This chart does not exist.") : succeed(chart);
}

/** The version that If-Match names. */
export function etagOf({ version }: SavedChart): string {
  return String(version);
}

async function editableChart(
  tx: ControlTransaction,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<SavedChart>> {
  const found = await chartFor(tx, editor, uuid);
  if (!found.ok) return found;
  const refused = refuseOwner(editor, ownerOf(found.value), "charts");
  if (refused !== null) return refused;
  if (isExpected(expected, etagOf(found.value))) return found;
  return refuseChanged("chart");
}

function isSame(before: SavedChart, { name, definition }: ChartFields): boolean {
  return name === before.name && JSON.stringify(definition) === JSON.stringify(before.definition);
}

function actionOn({ accountId }: Editor, action: string, { uuid, userId }: SavedChart): AuditedAction {
  return { isPrivate: userId !== null, accountId, action, subjectKind: "chart", subject: uuid };
}

/** What the audit log tells of a chart. */
function toldOf(chart: SavedChart) {
  const { name, version, definition } = chart;
  return { name, owner: ownerOf(chart), version, sensors: definition.sensors.length };
}
