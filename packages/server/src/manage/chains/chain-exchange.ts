import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { FoundChain } from "../../control/chains/chain-records.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import { commitChange } from "../core/commit-change.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { actionOnChain } from "./action-on-chain.ts";
import { checkShape, refuseStale, writeDraft } from "./chain-drafts.ts";
import { type PublishedVersion, publishDraft } from "./chain-publishing.ts";
import { type ExaminedDefinition, examine } from "./chain-validation.ts";
import { readDefinition, type WhichVersion } from "./chain-versions.ts";
import { insertChain } from "./chains.ts";
import { learnPublishedChains } from "./published-chains.ts";
import type { ChainControl } from "./work/chain-control.ts";

/** A chain outside its installation, for example in version control: the output of `chain export`. */
interface ExportedChain {
  readonly format: typeof formatName;
  readonly version: typeof formatVersion;
  readonly name: string;
  readonly definition: ChainDefinition;
}

const formatName = "weir-chain";
const formatVersion = 1;

export async function exportChain(
  control: ControlReader,
  selector: string,
  which: WhichVersion,
): Promise<Result<ExportedChain>> {
  const found = await findChain(control, control.db, selector);
  if (!found.ok) return found;
  const definition = await readDefinition(control.db, found.value, which);
  if (!definition.ok) return definition;
  const { name } = found.value;
  return succeed({ format: formatName, version: formatVersion, name, definition: definition.value });
}

/** Checks what was read from a file. */
export function readExport(json: unknown): Result<ExportedChain> {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return badExport("It is not a JSON object.");
  const { format, version, name, definition, ...others } = json as Record<string, unknown>;
  if (format !== formatName) return badExport(`Its "format" must be "${formatName}".`);
  if (version !== formatVersion) {
    return badExport(
      `Its format version is ${JSON.stringify(version)}; this Weir reads version ${formatVersion}.`,
    );
  }
  if (typeof name !== "string") return badExport('Its "name" must be a string.');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return badExport(`It has an unknown member "${unknown}".`);
  const checked = checkShape(definition);
  if (!checked.ok) return checked;
  return succeed({ format: formatName, version: formatVersion, name, definition: checked.value });
}

interface ChainImport {
  /** The account of a new chain. */
  readonly accountId: number;
  /** The exported chain, from anywhere. */
  readonly json: unknown;
  /** The chain whose draft is replaced. Without it, a new chain is created. */
  readonly into?: string | undefined;
  /** The revision of the draft that may be replaced. Without it, the import overwrites any. */
  readonly expectedRevision?: number | undefined;
  /** The name of the new chain, instead of the exported one. */
  readonly name?: string | undefined;
  /** Whether to publish it as well. Then both happen, or neither. */
  readonly publish?: { readonly note?: string | undefined } | undefined;
}

interface ImportedChain {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly published: PublishedVersion | null;
}

export async function importChain(control: ChainControl, input: ChainImport): Promise<Result<ImportedChain>> {
  const read = readExport(input.json);
  if (!read.ok) return read;
  const examined = input.publish === undefined ? null : await examineImport(control, input, read.value);
  if (examined?.ok === false) return examined;
  return commitChange<ImportedChain>(control, async (tx) => {
    const drafted = await draftImport(control, tx, input, read.value);
    if (!drafted.ok) return drafted;
    const chain = { uuid: drafted.value.uuid, name: drafted.value.name };
    const imported = (version: number | null) =>
      [actionOnChain("chain.import", drafted.value, { after: { name: chain.name, version } })] as const;
    if (input.publish === undefined || examined === null) {
      return succeed({ value: { chain, published: null }, audit: imported(null), changes: [] });
    }
    const published = await publishDraft(control, tx, {
      chain: drafted.value,
      draft: examined.value,
      note: input.publish.note,
    });
    if (!published.ok) return published;
    return succeed({
      value: { chain, published: published.value.value },
      audit: imported(published.value.value.version),
      changes: published.value.changes,
    });
  });
}

async function examineImport(
  control: ChainControl,
  { accountId, into }: ChainImport,
  { definition }: ExportedChain,
): Promise<Result<ExaminedDefinition>> {
  const found = into === undefined ? null : await findChain(control, control.db, into);
  if (found?.ok === false) return found;
  await learnPublishedChains(control);
  return examine(control, found?.value.accountId ?? accountId, definition);
}

async function draftImport(
  control: Control,
  tx: ControlTransaction,
  { accountId, into, name, expectedRevision }: ChainImport,
  exported: ExportedChain,
): Promise<Result<FoundChain>> {
  const { definition } = exported;
  if (into === undefined) {
    return insertChain(control, tx, { accountId, name: name ?? exported.name, definition });
  }
  const found = await findChain(control, tx, into);
  if (!found.ok) return found;
  const refused = refuseStale(found.value, expectedRevision);
  if (refused) return refused;
  await writeDraft(control, tx, found.value, definition);
  return findChain(control, tx, found.value.uuid);
}

function badExport(why: string): Result<never> {
  return refuse("bad_export", `This is not a chain exported from Weir. ${why}`);
}
