import type { ContractName } from "@weir/protocol/contracts";
import { importedAtOnceMax } from "@weir/protocol/manage/device-import-limits";
import { type AuditedAction, auditOfMany } from "../../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../../control/control.ts";
import { groupByName, insertGroup } from "../../../control/devices/device-groups.ts";
import {
  type DeviceImport,
  insertImportedDevices,
  readImportedDevices,
  updateDeviceImport,
} from "../../../control/imports/device-imports.ts";
import { openToken } from "../../../control/sealing/token.ts";
import { counted } from "../../../platform/counted.ts";
import { type Changed, commitChange } from "../../core/commit-change.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import type { CreatedDevice } from "../../devices/insert-device.ts";
import { insertAskedDevices } from "../../devices/insert-templated-device.ts";
import type { DeviceLine } from "./device-file.ts";
import { findDeviceImport } from "./device-imports.ts";
import { readNextLines } from "./next-lines.ts";

interface CreatedDevices {
  readonly import: DeviceImport;
  readonly devices: readonly { readonly name: string; readonly uuid: string; readonly token: string }[];
  /** Greater than the number of devices, if some were deleted. */
  readonly nextOffset: number;
}

interface Step {
  readonly uuid: string;
  /** How many devices the caller has. */
  readonly offset: number;
  readonly contract: ContractName;
}

/** How many UUIDs fit into an entry of the audit log. */
const auditedAtOnce = 300;

/**
 * Creates the next devices of an import: all or none, together with the progress of the import, so none is ever created twice. If the
 * devices at `offset` exist, they are answered again: then the answer that had their tokens was lost. That is recorded, too.
 */
export async function createNextDevices(control: Control, step: Step): Promise<Result<CreatedDevices>> {
  const lines = await linesToCreate(control, step);
  return commitChange<CreatedDevices>(control, async (tx) => {
    const found = await findDeviceImport({ ...control, db: tx }, step.uuid);
    if (!found.ok) return found;
    const { state, createdCount, deviceCount } = found.value;
    if (state === "finished") return refuse("import_finished", "The import is finished.");
    // Without lines, others have created devices since the file was read.
    const isMissed = step.offset === createdCount && lines.length === 0;
    if (step.offset > createdCount || isMissed) {
      return refuse(
        "wrong_offset",
        `${createdCount} of ${counted(deviceCount, "device")} are created. Continue from there.`,
      );
    }
    if (step.offset < createdCount) return succeed(await answerAgain(control, tx, found.value, step.offset));
    return createChunk(control, tx, found.value, { lines, contract: step.contract });
  });
}

/** Read before the transaction, so that nobody's changes wait for that. The file of an import never changes. */
async function linesToCreate(control: Control, { uuid, offset }: Step): Promise<readonly DeviceLine[]> {
  const found = await findDeviceImport(control, uuid);
  const isNext = found.ok && found.value.state === "open" && found.value.createdCount === offset;
  return isNext ? readNextLines(control, found.value) : [];
}

async function answerAgain(
  control: Control,
  tx: ControlTransaction,
  record: DeviceImport,
  offset: number,
): Promise<Changed<CreatedDevices>> {
  const range = { from: offset, to: offset + importedAtOnceMax };
  const known = await readImportedDevices(tx, record.id, range);
  const devices = known.map(({ name, uuid, tokenSealed }) => {
    return { name, uuid, token: openToken(tokenSealed, uuid, control.key) ?? "" };
  });
  const nextOffset = Math.min(range.to, record.createdCount);
  const shown = piecesOf(record, devices).map((piece) => {
    return { ...piece, action: "device-import.show-tokens", subjectKind: "import", subject: record.uuid };
  });
  const audit = auditOfMany(shown, "no token was shown");
  return { value: { import: record, devices, nextOffset }, audit, changes: [] };
}

async function createChunk(
  control: Control,
  tx: ControlTransaction,
  record: DeviceImport,
  { lines, contract }: { readonly lines: readonly DeviceLine[]; readonly contract: ContractName },
): Promise<Result<Changed<CreatedDevices>>> {
  const { id, accountId, createdCount: position } = record;
  const groups = await createGroups(tx, accountId, lines);
  const asked = lines.map(({ device: { template = record.template, ...device } }) => {
    return { template, device: { defaultContract: contract, ...device } };
  });
  const inserted = await insertAskedDevices(control, tx, accountId, asked);
  const made: Changed<CreatedDevice>[] = [];
  for (const [nth, one] of inserted.entries()) {
    if (!one.ok)
      return {
        ok: false,
        error: { ...one.error, message: `Line ${lines[nth]!.line}: ${one.error.message}` },
      };
    made.push(one.value);
  }
  const created = made.map(({ value }) => value);
  await insertImportedDevices(tx, id, { position, deviceIds: created.map((device) => device.id) });
  const progress = { created_count: position + lines.length, updated_at: control.nowUs() };
  const nextOffset = progress.created_count;
  const devices = created.map(({ uuid, token }, nth) => ({ name: lines[nth]!.device.name, uuid, token }));
  const value = { import: await updateDeviceImport(tx, id, progress), devices, nextOffset };
  const [first, ...more] = piecesOf(record, devices).map((piece) => {
    const subject = counted(piece.after.count, "device");
    return { ...piece, action: "device.import", subjectKind: "device", subject };
  });
  const changes = made.flatMap((one) => one.changes);
  return succeed({ value, audit: [first!, ...more, ...groups], changes });
}

/** Creates the groups that these lines name and the account does not have. */
async function createGroups(
  tx: ControlTransaction,
  accountId: number,
  lines: readonly DeviceLine[],
): Promise<AuditedAction[]> {
  const actions: AuditedAction[] = [];
  for (const name of new Set(lines.flatMap(({ device }) => device.group ?? []))) {
    if ((await groupByName(tx, accountId, name)) !== undefined) continue;
    await insertGroup(tx, { account_id: accountId, name, chain_id: null });
    const made = { accountId, action: "device-group.create", subjectKind: "device group", subject: name };
    actions.push({ ...made, after: { name, chain: null } });
  }
  return actions;
}

interface Named {
  readonly import: string;
  readonly devices: readonly string[];
  readonly count: number;
}

/** Each entry of the audit log is for many devices: one each would push other entries out of the log. */
function piecesOf({ accountId, uuid }: DeviceImport, of: CreatedDevices["devices"]) {
  const pieces: (Pick<AuditedAction, "accountId"> & { after: Named })[] = [];
  for (let start = 0; start < of.length; start += auditedAtOnce) {
    const devices = of.slice(start, start + auditedAtOnce).map((device) => device.uuid);
    pieces.push({ accountId, after: { import: uuid, devices, count: devices.length } });
  }
  return pieces;
}
