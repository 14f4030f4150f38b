import { readAccountUse } from "../../../control/account-use.ts";
import { type AuditedAction, auditOfMany, nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control, ControlChange, ControlTransaction } from "../../../control/control.ts";
import type { TemplateDefinition } from "../../../control/templates/template-definition.ts";
import {
  followersBehind,
  readTemplatedDevices,
  type TemplatedDevice,
} from "../../../control/templates/templated-devices.ts";
import {
  findTemplate,
  readTemplateVersion,
  setTemplateVersion,
  type Template,
} from "../../../control/templates/templates.ts";
import { commitChange } from "../../core/commit-change.ts";
import { type Result, succeed } from "../../core/manage-error.ts";
import { overLimitOf } from "../../core/refuse-over-limit.ts";
import { chainIdsOf } from "../chain-ids.ts";
import { applyDifferences, missingSensors } from "./apply-differences.ts";
import { differencesToFollow } from "./template-differences.ts";

/** Few enough that other changes wait no longer than for one of these, and that their UUIDs fit into an audit entry. */
const followedAtOnce = 200;

/**
 * Brings the next followers of a template to its current version, all or none, and returns how many. Their versions are committed with
 * their changes, so no device gets a change twice, and after a kill the work goes on where it was.
 *
 * Sensors that exceed the limit of the account are left out, and so are all changes of a device that has too many sensors for those of
 * its template. They are then differences of the device, which can be applied later.
 */
export async function followNextDevices(
  control: Control,
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<Result<number>> {
  return commitChange(control, async (tx) => {
    const template = await findTemplate(tx, accountId, { id });
    const behind = template === null ? [] : await followersBehind(tx, template, followedAtOnce);
    if (template === null || behind.length === 0)
      return succeed({ value: 0, audit: nothingToAudit("no device is behind"), changes: [] });
    const devices = await readTemplatedDevices({ ...control, db: tx }, behind);
    const changed = await followAll(control, tx, template, devices);
    await setTemplateVersion(tx, behind, template.version);
    return succeed({
      value: behind.length,
      audit: auditOfMany(actionsOn(template, changed), "no device was changed"),
      changes: changed.map(({ id: deviceId }): ControlChange => ({ kind: "device", deviceId })),
    });
  });
}

async function followAll(
  control: Control,
  tx: ControlTransaction,
  template: Template,
  devices: readonly TemplatedDevice[],
): Promise<TemplatedDevice[]> {
  const { accountId, definition } = template;
  const applied = { definition, chainIds: await chainIdsOf(tx, accountId, definition) };
  const bases = new Map<number, TemplateDefinition | null>();
  const use = await readAccountUse(tx, accountId);
  let added = 0;
  const changed: TemplatedDevice[] = [];
  for (const device of devices) {
    const version = device.version ?? template.version;
    if (!bases.has(version)) bases.set(version, await readTemplateVersion(tx, template.id, version));
    const base = bases.get(version) ?? definition;
    const all = differencesToFollow(device, base, definition);
    const more = missingSensors(all).size;
    const hasRoom = overLimitOf(control, use, { devices: 0, sensors: added + more }) === null;
    const differences = hasRoom || more === 0 ? all : all.filter(({ kind }) => kind !== "missing_sensor");
    if (differences.length === 0) continue;
    const done = await applyDifferences(control, tx, { applied, device, differences });
    if (!done.ok) continue;
    changed.push(device);
    if (differences === all) added += more;
  }
  return changed;
}

function actionsOn(
  { accountId, uuid, version }: Template,
  changed: readonly TemplatedDevice[],
): AuditedAction[] {
  if (changed.length === 0) return [];
  const devices = changed.map((device) => device.uuid);
  const [only] = devices;
  return [
    {
      accountId,
      action: "device.follow-template",
      subjectKind: "device",
      subject: devices.length === 1 ? only! : `${devices.length} devices`,
      after: { template: uuid, version, devices },
    },
  ];
}
