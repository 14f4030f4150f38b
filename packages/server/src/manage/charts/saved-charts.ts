import { randomUUID } from "node:crypto";
import type { BoardOwner } from "@weir/protocol/closed-sets";
import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import type { ChartDefinition } from "@weir/protocol/manage/chart-forms";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import {
  type ChartViewer,
  countCharts,
  deleteChart,
  findChart,
  insertChart,
  type SavedChart,
  updateChart,
} from "../../control/charts/saved-charts.ts";
import type { Control, ControlData, ControlTransaction } from "../../control/control.ts";
import { commitChange } from "../commit-change.ts";
import { type ExpectedVersion, isExpected } from "../devices/devices-edit.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { validateName } from "../validate-text.ts";

/** A member with their role. An API key and the operator have no charts of their own, so their `userId` is null. */
export interface ChartEditor extends ChartViewer {
  readonly role: Role;
}

const chartsPerAccountMax = 500;
/** How many own charts a person can have in an account. */
export const chartsPerPersonMax = 100;

/** What people edit. */
interface ChartFields {
  readonly name: string;
  readonly definition: ChartDefinition;
}

/** Omitted fields stay. */
type ChartPatch = { readonly [Field in keyof ChartFields]?: ChartFields[Field] | undefined };

export function ownerOf({ userId }: Pick<SavedChart, "userId">): BoardOwner {
  return userId === null ? "account" : "person";
}

export async function createChart(
  control: Control,
  editor: ChartEditor,
  { owner, name, definition }: ChartFields & { readonly owner: BoardOwner },
): Promise<Result<SavedChart>> {
  return commitChange(control, async (tx) => {
    const refused = refuseOwner(editor, owner) ?? (await refuseOneMore(tx, editor, owner));
    if (refused !== null) return refused;
    const valid = validateName("A chart's name", name);
    if (!valid.ok) return valid;
    const uuid = randomUUID();
    const holder = { accountId: editor.accountId, userId: owner === "person" ? editor.userId : null };
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
  editor: ChartEditor,
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
  editor: ChartEditor,
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
export async function chartFor(
  db: ControlData,
  viewer: ChartViewer,
  uuid: string,
): Promise<Result<SavedChart>> {
  const chart = await findChart(db, viewer, uuid);
  return chart === null ? refuse("unknown_chart", "This chart does not exist.") : succeed(chart);
}

/** The version that If-Match names. */
export function etagOf({ version }: SavedChart): string {
  return String(version);
}

async function editableChart(
  tx: ControlTransaction,
  editor: ChartEditor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<SavedChart>> {
  const found = await chartFor(tx, editor, uuid);
  if (!found.ok) return found;
  const refused = refuseOwner(editor, ownerOf(found.value));
  if (refused !== null) return refused;
  if (isExpected(expected, etagOf(found.value))) return found;
  return refuse(
    "changed_meanwhile",
    "Someone else has changed the chart since you read it. Read it again, then decide whether to apply your change.",
  );
}

/** People change their own charts, whatever their role. Charts of the account need an editor. */
function refuseOwner({ userId, role }: ChartEditor, owner: BoardOwner): Refusal | null {
  if (owner === "person")
    return userId === null
      ? refuse("person_needed", "Only a person who is signed in can have charts of their own.")
      : null;
  return isAtLeast(role, "editor")
    ? null
    : refuse("role_needed", "Charts of the account can be changed by editors and owners.");
}

async function refuseOneMore(
  tx: ControlTransaction,
  { accountId, userId }: ChartEditor,
  owner: BoardOwner,
): Promise<Refusal | null> {
  const isOwn = owner === "person";
  const max = isOwn ? chartsPerPersonMax : chartsPerAccountMax;
  if ((await countCharts(tx, { accountId, userId: isOwn ? userId : null })) < max) return null;
  const who = isOwn ? "A person can have at most" : "An account can have at most";
  return refuse("too_many_charts", `${who} ${max} saved charts.`);
}

function isSame(before: SavedChart, { name, definition }: ChartFields): boolean {
  return name === before.name && JSON.stringify(definition) === JSON.stringify(before.definition);
}

function actionOn({ accountId }: ChartEditor, action: string, { uuid }: SavedChart): AuditedAction {
  return { accountId, action, subjectKind: "chart", subject: uuid };
}

/** What the audit log tells of a chart. */
function toldOf(chart: SavedChart) {
  const { name, version, definition } = chart;
  return { name, owner: ownerOf(chart), version, sensors: definition.sensors.length };
}
