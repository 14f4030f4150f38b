import { findBoard, listBoards } from "../../control/boards/boards.ts";
import { chainNames } from "../../control/chains/chain-records.ts";
import type { Control, ControlReader, ControlTransaction } from "../../control/control.ts";
import type { TemplateDefinition } from "../../control/templates/template-definition.ts";
import type { Template } from "../../control/templates/templates.ts";
import { findAssignableChain } from "../core/chain-column.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";

/**
 * Something that a template names by UUID. A template that is created in another account brings the names along, because the
 * other account has chains and boards with other UUIDs.
 */
export interface TemplateReference {
  readonly kind: "chain" | "board";
  readonly uuid: string;
  readonly name: string;
}

interface Naming {
  readonly board: string | null;
  readonly chain: string | null;
  readonly sensors: readonly { readonly chain: string | null }[];
  readonly references?: readonly TemplateReference[] | undefined;
}

/** What a template names, as the account has it. */
interface Found {
  readonly boardId: number | null;
  /** UUIDs of chains, by how the template names them. */
  readonly chains: ReadonlyMap<string, string>;
}

/** Finds the chains and the board that a template names. If some do not exist, says which: all of them at once. */
export async function findNamed(
  control: Control,
  tx: ControlTransaction,
  accountId: number,
  wanted: Naming,
): Promise<Result<Found>> {
  const nameOf = ({ kind, uuid }: Omit<TemplateReference, "name">) =>
    wanted.references?.find((one) => one.kind === kind && one.uuid === uuid)?.name ?? uuid;
  const missing: Pick<TemplateReference, "kind" | "name">[] = [];
  const chains = new Map<string, string>();
  for (const selector of chainsOf(wanted)) {
    const name = nameOf({ kind: "chain", uuid: selector });
    let found = await findAssignableChain(control, tx, accountId, selector);
    if (isUnknown(found)) found = await findAssignableChain(control, tx, accountId, name);
    if (isUnknown(found)) missing.push({ kind: "chain", name });
    else if (!found.ok) return found;
    else chains.set(selector, found.value.uuid);
  }
  const board = wanted.board === null ? null : nameOf({ kind: "board", uuid: wanted.board });
  const boards = board === null ? [] : await boardsNamed(tx, accountId, wanted.board!, board);
  if (boards.length > 1)
    return refuse("unknown_board", `The account has several boards "${board}". Give the UUID of one.`);
  if (board !== null && boards.length === 0) missing.push({ kind: "board", name: board });
  return missing.length > 0 ? refuseMissing(missing) : succeed({ boardId: boards[0] ?? null, chains });
}

function isUnknown(found: Result<unknown>): boolean {
  return !found.ok && found.error.code === "unknown_chain";
}

function refuseMissing(missing: readonly Pick<TemplateReference, "kind" | "name">[]): Refusal {
  const code = missing.some(({ kind }) => kind === "chain") ? "unknown_chain" : "unknown_board";
  const list = missing.map(({ kind, name }) => `no ${kind} "${name}"`).join(" and ");
  const [them, these] = missing.length === 1 ? ["it", "this name"] : ["them", "these names"];
  return refuse(
    code,
    `The template names something that this account does not have: ${list}. Create ${them} with ${these} first, or leave ${them} out of the template.`,
  );
}

/** The ids of the board with this UUID, or else of those with this name. Only boards of the account: others may not see a person's own. */
async function boardsNamed(
  tx: ControlTransaction,
  accountId: number,
  uuid: string,
  name: string,
): Promise<number[]> {
  const board = await findBoard(tx, { accountId, userId: null }, uuid);
  if (board !== null) return [board.id];
  const boards = await listBoards(tx, { accountId, userId: null });
  return boards.filter((one) => one.name === name).map(({ id }) => id);
}

function chainsOf({
  chain,
  sensors,
}: Pick<TemplateDefinition, "chain"> & Pick<Naming, "sensors">): Set<string> {
  return new Set([chain, ...sensors.map((sensor) => sensor.chain)].filter((one) => one !== null));
}

/** What templates of an account name. */
export async function referencesOf(
  control: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  templates: readonly Template[],
): Promise<(template: Template) => TemplateReference[]> {
  const used = new Set(templates.flatMap(({ definition }) => [...chainsOf(definition)]));
  const chains = await chainNames(control, [...used]);
  const hasBoards = templates.some(({ boardUuid }) => boardUuid !== null);
  const boards = hasBoards ? await listBoards(control.db, { accountId, userId: null }) : [];
  return ({ definition, boardUuid }) => [
    ...[...chainsOf(definition)].flatMap((uuid): TemplateReference[] => {
      const name = chains.get(uuid);
      return name === undefined ? [] : [{ kind: "chain", uuid, name }];
    }),
    ...boards
      .filter(({ uuid }) => uuid === boardUuid)
      .map(({ uuid, name }): TemplateReference => ({ kind: "board", uuid, name })),
  ];
}
