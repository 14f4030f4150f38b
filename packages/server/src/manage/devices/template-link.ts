import type { ControlTransaction } from "../../control/control.ts";
import type { Device } from "../../control/devices/described-devices.ts";
import type { Template } from "../../control/templates/templates.ts";
import { getTemplate } from "../core/find-template.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";

/** The template of a new device, and which version of it the device has. */
export interface TemplateLink {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly follows: boolean;
}

interface TemplateColumns {
  readonly template_id: number | null;
  readonly template_version: number | null;
  readonly follows_template: 0 | 1;
}

export function columnsOfLink(link: TemplateLink | undefined): TemplateColumns {
  if (link === undefined) return { template_id: null, template_version: null, follows_template: 0 };
  return { template_id: link.id, template_version: link.version, follows_template: link.follows ? 1 : 0 };
}

/** The changes of a patch. A null template removes it. */
export interface TemplateLinkPatch {
  /** UUID or name of a template of the account. */
  readonly template?: string | null | undefined;
  readonly followsTemplate?: boolean | undefined;
}

/**
 * The columns after a patch. Nothing else of the device changes: a device that gets a template, or begins to follow it, has its
 * current version, so what differs counts as changed by hand.
 */
export async function linkColumns(
  tx: ControlTransaction,
  accountId: number,
  before: Pick<Device, "template" | "followsTemplate">,
  patch: TemplateLinkPatch,
): Promise<Result<Partial<TemplateColumns>>> {
  if (patch.template === undefined && patch.followsTemplate === undefined) return succeed({});
  const wanted = patch.template === undefined ? (before.template?.uuid ?? null) : patch.template;
  if (wanted === null) {
    return patch.followsTemplate === true
      ? refuse("no_template", "The device has no template to follow.")
      : succeed(columnsOfLink(undefined));
  }
  const found = await getTemplate(tx, accountId, wanted);
  if (!found.ok) return found;
  const isSame = found.value.uuid === before.template?.uuid;
  const follows = patch.followsTemplate ?? (isSame ? before.followsTemplate : true);
  if (isSame && follows && before.followsTemplate) return succeed({});
  return succeed(columnsOfLink(linkTo(found.value, follows)));
}

/** For the audit log. */
export function templateToJson({ uuid, follows }: TemplateLink) {
  return { template: uuid, follows_template: follows };
}

export function linkTo(
  { id, uuid, version }: Pick<Template, "id" | "uuid" | "version">,
  follows: boolean,
): TemplateLink {
  return { id, uuid, version, follows };
}
