import { randomUUID } from "node:crypto";
import { templatesPerAccountMax } from "@weir/protocol/manage/template-limits";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  countFollowers,
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  type Template,
  type TemplateFields,
  updateTemplate,
} from "../../control/templates/templates.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { getTemplate } from "../core/find-template.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseChanged } from "../core/owner-rules.ts";
import { refuseOverLimit } from "../core/refuse-over-limit.ts";
import { checkTemplate, type WantedTemplate } from "./check-template.ts";

/** Omitted fields stay. */
type TemplatePatch = { readonly [Field in keyof WantedTemplate]?: WantedTemplate[Field] | undefined };

/** A template of an account, by its UUID. */
interface TemplateSubject {
  readonly accountId: number;
  readonly uuid: string;
}

export async function createTemplate(
  control: Control,
  accountId: number,
  wanted: WantedTemplate,
): Promise<Result<Template>> {
  return commitChange(control, (tx) => addTemplate(control, tx, accountId, wanted));
}

/** Creates the template as part of a transaction of control data. */
export async function addTemplate(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  wanted: WantedTemplate,
): Promise<Result<Changed<Template>>> {
  if ((await countTemplates(tx, accountId)) >= templatesPerAccountMax)
    return refuse("too_many_templates", `An account can have at most ${templatesPerAccountMax} templates.`);
  const fields = await checkTemplate(control, tx, { accountId, ownId: null }, wanted);
  if (!fields.ok) return fields;
  const uuid = randomUUID();
  await insertTemplate(tx, { ...fields.value, accountId, uuid, atUs: control.nowUs() });
  const value = (await findTemplate(tx, accountId, { uuid }))!;
  const audit = { ...actionOn("template.create", value), after: editableOf(value) };
  const changes = value.definition.judge_by_arrival ? [{ kind: "alert rules", accountId } as const] : [];
  return succeed({ value, audit: [audit], changes });
}

/** Changes nothing if the template was edited since the expected version; null expects none. */
export async function editTemplate(
  control: Control,
  { accountId, uuid }: TemplateSubject,
  patch: TemplatePatch,
  expected: ExpectedVersion,
): Promise<Result<Template>> {
  return commitChange(control, async (tx) => {
    const found = await getTemplate(tx, accountId, uuid);
    if (!found.ok) return found;
    const before = found.value;
    if (!isExpected(expected, versionOfTemplate(before))) return refuseChanged("template");
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const wanted: WantedTemplate = { ...wantedOf(before), ...Object.fromEntries(given) };
    const fields = await checkTemplate(control, tx, { accountId, ownId: before.id }, wanted);
    if (!fields.ok) return fields;
    const full = await refuseAddedSensors(control, tx, before, fields.value);
    if (full) return full;
    await updateTemplate(tx, before, fields.value, control.nowUs());
    const after = (await findTemplate(tx, accountId, { id: before.id }))!;
    const audit = {
      ...actionOn("template.update", before),
      before: editableOf(before),
      after: editableOf(after),
    };
    const isJudgedOtherwise = before.definition.judge_by_arrival !== after.definition.judge_by_arrival;
    const changes = [
      ...(after.version === before.version ? [] : [{ kind: "template" } as const]),
      ...(isJudgedOtherwise ? [{ kind: "alert rules", accountId } as const] : []),
    ];
    return succeed({ value: after, audit: [audit], changes });
  });
}

/** Null if every follower can get the sensors that the template did not have before. */
async function refuseAddedSensors(
  control: Control,
  tx: ControlTransaction,
  before: Template,
  { definition }: TemplateFields,
): Promise<Refusal | null> {
  const known = new Set(before.definition.sensors.map(({ slug }) => slug));
  const added = definition.sensors.filter(({ slug }) => !known.has(slug)).length;
  if (added === 0) return null;
  const sensors = added * (await countFollowers(tx, before.id));
  return refuseOverLimit(control, tx, before.accountId, { devices: 0, sensors });
}

/** Its devices stay as they are, without a template. */
export async function removeTemplate(
  control: Control,
  { accountId, uuid }: TemplateSubject,
  expected: ExpectedVersion,
): Promise<Result<Template>> {
  return commitChange(control, async (tx) => {
    const found = await getTemplate(tx, accountId, uuid);
    if (!found.ok) return found;
    const before = found.value;
    if (!isExpected(expected, versionOfTemplate(before))) return refuseChanged("template");
    await deleteTemplate(tx, before.id);
    const audit = { ...actionOn("template.delete", before), before: editableOf(before) };
    // Alert rules of the template are deleted with it.
    const changes = [{ kind: "alert rules", accountId: before.accountId }] as const;
    return succeed({ value: before, audit: [audit], changes });
  });
}

/** The version of what people edit about a template. */
export function versionOfTemplate(template: Template): string {
  return versionOf(Object.values(wantedOf(template)));
}

/** As people write it. */
export function wantedOf(template: Template) {
  const { name, description, boardUuid: board, tags, attributes, definition } = template;
  const own = { name, description, board, tags, attributes };
  return { ...own, judge_by_arrival: false, ...definition } satisfies WantedTemplate;
}

/** For the audit log, in which an entry has no room for 200 sensors with all their fields. */
function editableOf(template: Template) {
  const { sensors, ...others } = wantedOf(template);
  return { ...others, sensors: sensors.map(({ slug }) => slug), version: template.version };
}

function actionOn(action: string, { accountId, uuid }: Template): AuditedAction {
  return { accountId, action, subjectKind: "template", subject: uuid };
}
