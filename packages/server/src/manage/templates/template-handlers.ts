import type { templateRoutes } from "@weir/protocol/manage/template-routes";
import {
  type Template,
  type TemplateUse,
  templatesOf,
  templateUses,
} from "../../control/templates/templates.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import type { AccountContext } from "../core/api-context.ts";
import { getTemplate } from "../core/find-template.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { applyTemplateToMany } from "./following/apply-to-many.ts";
import { applyTemplate, type DeviceTemplate, readDeviceTemplate } from "./following/device-template.ts";
import { createTemplateFromDevice } from "./template-from-device.ts";
import { referencesOf, type TemplateReference } from "./template-references.ts";
import { createTemplate, editTemplate, removeTemplate, versionOfTemplate, wantedOf } from "./templates.ts";

export const templateHandlers: HandlersOf<typeof templateRoutes> = {
  async listTemplates({ account, control }) {
    const uses = await templateUses(control.db, account.id);
    const templates = await templatesOf(control.db, account.id);
    const references = await referencesOf(control, account.id, templates);
    const items = templates.map((one) => toJson(one, references(one), uses.get(one.id)));
    return succeed({ items, next: null });
  },

  async createTemplate(context, { body }) {
    const made = await createTemplate(context.control, context.account.id, body);
    return made.ok ? shown(context, made.value) : made;
  },

  async showTemplate(context, { params }) {
    const found = await getTemplate(context.control.db, context.account.id, params.template);
    return found.ok ? shown(context, found.value) : found;
  },

  async updateTemplate(context, { params, body }) {
    const { account, control, request } = context;
    const subject = { accountId: account.id, uuid: params.template };
    const edited = await editTemplate(control, subject, body, expectedVersion(request));
    return edited.ok ? shown(context, edited.value) : edited;
  },

  async deleteTemplate({ account, control, request }, { params }) {
    const subject = { accountId: account.id, uuid: params.template };
    const removed = await removeTemplate(control, subject, expectedVersion(request));
    return removed.ok ? succeed(null) : removed;
  },

  async createTemplateFromDevice(context, { params, body }) {
    const made = await createTemplateFromDevice(context.control, params.device, body.name);
    return made.ok ? shown(context, made.value) : made;
  },

  async showTemplateDifferences({ control }, { params }) {
    const found = await readDeviceTemplate(control, params.device);
    return found.ok ? succeed(differencesToJson(found.value)) : found;
  },

  async applyTemplate({ control }, { params }) {
    const applied = await applyTemplate(control, params.device);
    return applied.ok ? succeed(differencesToJson(applied.value)) : applied;
  },

  async applyTemplateToMany({ control, account }, { body: { devices: uuids, template } }) {
    const done = await applyTemplateToMany(control, { accountId: account.id, uuids, template });
    return done.ok ? succeed({ results: done.value }) : done;
  },
};

async function shown(
  { account, control }: AccountContext,
  template: Template,
): Promise<Outcome<(typeof templateRoutes)["showTemplate"]>> {
  const uses = await templateUses(control.db, account.id);
  const references = await referencesOf(control, account.id, [template]);
  const value = toJson(template, references(template), uses.get(template.id));
  return { ok: true, value, etag: versionOfTemplate(template) };
}

const unused: TemplateUse = { devices: 0, following: 0, pending: 0 };

function toJson(
  template: Template,
  references: TemplateReference[],
  { devices, following, pending }: TemplateUse = unused,
) {
  const { sensors, tags, attributes, ...others } = wantedOf(template);
  return {
    uuid: template.uuid,
    ...others,
    version: template.version,
    sensors: [...sensors],
    tags: [...tags],
    attributes: { ...attributes },
    references,
    device_count: devices,
    following_count: following,
    pending_count: pending,
    created_at: formatMicros(template.createdAt),
    updated_at: formatMicros(template.updatedAt),
  };
}

function differencesToJson({ template, follows, isPending, differences }: DeviceTemplate) {
  const { uuid, name, version } = template;
  const nothing = { sensor: null, field: null, device: null, template: null };
  return {
    template: { uuid, name, version },
    follows_template: follows,
    is_pending: isPending,
    items: differences.map((difference) => ({ ...nothing, ...difference })),
  };
}
