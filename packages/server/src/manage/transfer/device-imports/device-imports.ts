import { type AuditedAction, nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control, ControlReader } from "../../../control/control.ts";
import {
  type DeviceImport,
  deleteDeviceImport,
  deleteSurplusDeviceImports,
  deviceImportByKey,
  deviceImportByUuid,
  forgetImportedDevices,
  insertDeviceImport,
  updateDeviceImport,
} from "../../../control/imports/device-imports.ts";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { counted } from "../../../platform/counted.ts";
import { getTemplate } from "../../core/find-template.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { commitImport } from "../imports/commit-import.ts";
import { partDeviceFile } from "./part-device-file.ts";
import { previewDeviceFile } from "./preview-device-file.ts";

interface NewDeviceImport {
  readonly accountId: number;
  readonly file: Uint8Array;
  /** UUID or name of the template of lines that name none. */
  readonly template?: string | undefined;
  readonly key?: string | undefined;
  /** How many lines with problems are left out. A file with another number of them is refused. */
  readonly skipped?: number | undefined;
}

/** Each open import has a file. Older ones are forgotten when a new one starts. */
const openMax = 5;
/** Finished imports are kept, so that a file is not imported twice by mistake. */
const finishedMax = 100;

/**
 * Starts an import of the lines without problems, or returns that with the same key. Creates no devices. The caller says how many lines
 * have problems, so that nothing is left out that nobody has seen.
 *
 * The file is kept until the import is finished, so that each chunk of it is created by a request of its own, in any manage process,
 * and so that an interrupted import continues whatever has become of the file elsewhere.
 */
export async function createDeviceImport(
  control: Control,
  { accountId, file, template: selector, key, skipped = 0 }: NewDeviceImport,
): Promise<Result<DeviceImport>> {
  const found = selector === undefined ? null : await getTemplate(control.db, accountId, selector);
  if (found?.ok === false) return found;
  const template = found?.value.uuid;
  return startImport(control, { accountId, file, template, skipped, key: key ?? keyOf(file, template) });
}

async function startImport(
  control: Control,
  {
    accountId,
    file,
    template,
    key,
    skipped,
  }: NewDeviceImport & { readonly key: string; readonly skipped: number },
): Promise<Result<DeviceImport>> {
  const same = await deviceImportByKey(control.db, accountId, key);
  if (same !== undefined) return succeed(same);
  const { devices, problems, overLimit } = await previewDeviceFile(control, accountId, { file, template });
  if (devices.length === 0 || problems.length !== skipped) return refuseProblems(problems);
  if (overLimit !== null) return overLimit;
  const imported = skipped === 0 ? file : (await partDeviceFile(file, problems)).good;
  return commitImport(control, async (tx) => {
    const meanwhile = await deviceImportByKey(tx, accountId, key);
    if (meanwhile !== undefined) {
      return succeed({
        value: meanwhile,
        audit: nothingToAudit("continues an import that is in the log already"),
      });
    }
    const nowUs = control.nowUs();
    const value = await insertDeviceImport(tx, {
      uuid: crypto.randomUUID(),
      account_id: accountId,
      file_key: key,
      file: imported,
      state: "open",
      template: template ?? null,
      device_count: devices.length,
      created_at: nowUs,
      updated_at: nowUs,
    });
    await deleteSurplusDeviceImports(tx, accountId, { state: "open", keptMax: openMax });
    await deleteSurplusDeviceImports(tx, accountId, { state: "finished", keptMax: finishedMax });
    const more = skipped === 0 ? {} : { skipped_lines: skipped };
    return succeed({ value, audit: [actionOn("device-import.create", value, more)] });
  });
}

function refuseProblems(problems: readonly LineProblem[]): Result<never> {
  const [first, ...more] = problems;
  if (first === undefined)
    return refuse("bad_import", "No line of the file has problems any more. Check it again.");
  const others =
    more.length === 0 ? "" : ` ${counted(more.length, "more line has", "more lines have")} problems.`;
  return refuse("bad_import", `Line ${first.line}: ${first.reason}${others} Nothing was created.`);
}

/** The import of the same file, if there is one. */
export async function findSameImport(
  { db }: ControlReader,
  accountId: number,
  { file, template }: { readonly file: Uint8Array; readonly template: string | undefined },
): Promise<DeviceImport | undefined> {
  return deviceImportByKey(db, accountId, keyOf(file, template));
}

/** `template` is a UUID. The same file with another template is another import. */
function keyOf(file: Uint8Array, template = ""): string {
  return new Bun.CryptoHasher("sha256").update(file).update(template).digest("hex");
}

/** Within an account, imports of others are unknown. */
export async function findDeviceImport(
  control: Pick<ControlReader, "db" | "accountId">,
  uuid: string,
): Promise<Result<DeviceImport>> {
  const found = await deviceImportByUuid(control, uuid);
  return found ? succeed(found) : refuse("unknown_import", `There is no import "${uuid}".`);
}

/** Deletes the file and the list of devices. Their tokens can still be shown one by one. Finishing twice has no further effect. */
export async function finishDeviceImport(control: Control, uuid: string): Promise<Result<DeviceImport>> {
  return commitImport(control, async (tx) => {
    const found = await findDeviceImport({ ...control, db: tx }, uuid);
    if (!found.ok) return found;
    const { id, state, createdCount, deviceCount } = found.value;
    if (state === "finished") return succeed({ value: found.value, audit: nothingToAudit("it is finished") });
    if (createdCount < deviceCount) {
      return refuse(
        "wrong_offset",
        `${counted(deviceCount - createdCount, "device of the file is", "devices of the file are")} not created yet.`,
      );
    }
    const changes = { state: "finished", file: new Uint8Array(0), updated_at: control.nowUs() } as const;
    const value = await updateDeviceImport(tx, id, changes);
    await forgetImportedDevices(tx, id);
    return succeed({ value, audit: [actionOn("device-import.finish", value)] });
  });
}

/** Created devices stay. */
export async function cancelDeviceImport(control: Control, uuid: string): Promise<Result<null>> {
  return commitImport(control, async (tx) => {
    const found = await findDeviceImport({ ...control, db: tx }, uuid);
    if (!found.ok) return found;
    await deleteDeviceImport(tx, found.value.id);
    return succeed({ value: null, audit: [actionOn("device-import.cancel", found.value)] });
  });
}

function actionOn(
  action: string,
  { accountId, uuid, deviceCount, createdCount }: DeviceImport,
  more: object = {},
): AuditedAction {
  const after = { devices: deviceCount, created: createdCount, ...more };
  return { accountId, action, subjectKind: "import", subject: uuid, after };
}
