import type { ImportFormat, ImportMode } from "@weir/protocol/closed-sets";
import { nothingToAudit } from "../../../control/audit/audited-action.ts";
import { type Control, withinAccount } from "../../../control/control.ts";
import {
  type ColumnMapping,
  deleteImport,
  deleteSurplusImports,
  type ImportRecord,
  insertImport,
  openImports,
} from "../../../control/imports/imports.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { resolveFilter } from "../../core/records/record-filter.ts";
import { actionOnImport, commitImport, findImport } from "./commit-import.ts";

export interface NewImport {
  readonly accountId: number;
  readonly format: ImportFormat;
  readonly mode: ImportMode;
  readonly device?: string | undefined;
  readonly sensor?: string | undefined;
  readonly mapping?: { readonly [Column in keyof ColumnMapping]?: string | undefined } | undefined;
  /** An open import with the same key is continued instead. */
  readonly fileKey?: string | undefined;
}

/** How many imports of an account may be open at a time, and how many finished ones are kept. */
const openMax = 20;
const finishedMax = 100;

export async function createImport(control: Control, wanted: NewImport): Promise<Result<ImportRecord>> {
  const { accountId, device = null, sensor = null, fileKey = null } = wanted;
  if (sensor !== null && device === null) return refuse("bad_import", "A sensor needs its device.");
  const named = await resolveFilter(withinAccount(control, accountId), {
    device: wanted.device,
    sensor: wanted.sensor,
  });
  if (!named.ok) return named;
  return commitImport(control, async (tx) => {
    const open = await openImports(tx, accountId);
    const same = fileKey === null ? undefined : open.find((each) => each.fileKey === fileKey);
    if (same !== undefined) {
      const audit = nothingToAudit("continues an import that is in the log already");
      return succeed({ value: same, audit });
    }
    if (open.length >= openMax) {
      return refuse(
        "too_many_imports",
        `The account already has ${openMax} open imports. Finish or cancel one first.`,
      );
    }
    const nowUs = control.nowUs();
    const value = await insertImport(tx, {
      uuid: crypto.randomUUID(),
      account_id: accountId,
      format: wanted.format,
      mode: wanted.mode,
      device,
      sensor,
      mapping: JSON.stringify(mappingOf(wanted)),
      file_key: fileKey,
      state: "open",
      header: null,
      carry: new Uint8Array(0),
      created_at: nowUs,
      updated_at: nowUs,
    });
    await deleteSurplusImports(tx, accountId, finishedMax);
    return succeed({ value, audit: [actionOnImport("import.create", value)] });
  });
}

function mappingOf({ mapping = {} }: NewImport): ColumnMapping {
  return {
    device: mapping.device ?? "device",
    sensor: mapping.sensor ?? "sensor",
    at: mapping.at ?? "at",
    value: mapping.value ?? "value",
    metadata: mapping.metadata ?? "metadata",
    received_at: mapping.received_at ?? "received_at",
    device_at: mapping.device_at ?? "device_at",
  };
}

/** Imported readings stay. The rest is no longer accepted. */
export async function cancelImport(control: Control, uuid: string): Promise<Result<ImportRecord>> {
  return commitImport(control, async (tx) => {
    const found = await findImport({ ...control, db: tx }, uuid);
    if (!found.ok) return found;
    await deleteImport(tx, found.value.id);
    return succeed({ value: found.value, audit: [actionOnImport("import.cancel", found.value)] });
  });
}
