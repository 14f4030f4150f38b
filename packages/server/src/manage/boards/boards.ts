import { randomUUID } from "node:crypto";
import type { Owner } from "@weir/protocol/closed-sets";
import { type BoardDefinition, boardVersionsMax } from "@weir/protocol/manage/board-forms";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import { findBoardVersion } from "../../control/boards/board-versions.ts";
import { type Board, deleteBoard, insertBoard, saveBoard } from "../../control/boards/boards.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import { type ExpectedVersion, isExpected } from "../devices/devices-edit.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { type Editor, holderOf, ownerOf, refuseChanged, refuseOwner } from "../owner-rules.ts";
import { validateName } from "../validate-text.ts";
import { boardFor, editableBoard, refuseOneMoreBoard } from "./board-access.ts";

/** What people edit. */
interface BoardFields {
  readonly name: string;
  readonly definition: BoardDefinition;
}

/** Omitted fields stay. */
type BoardPatch = { readonly [Field in keyof BoardFields]?: BoardFields[Field] | undefined };

const emptyDefinition: BoardDefinition = { variable: null, span: "24h", tiles: [] };

export async function createBoard(
  control: Control,
  editor: Editor,
  {
    owner,
    name,
    definition = emptyDefinition,
  }: { readonly owner: Owner; readonly name: string; readonly definition?: BoardDefinition | undefined },
): Promise<Result<Board>> {
  return commitChange(control, (tx) => addBoard(control, tx, editor, owner, { name, definition }));
}

/** Copies a board that the editor may see, whoever may change it. */
export async function duplicateBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  { owner, name }: { readonly owner: Owner; readonly name: string },
): Promise<Result<Board>> {
  return commitChange(control, async (tx) => {
    const original = await boardFor(tx, editor, uuid);
    if (!original.ok) return original;
    return addBoard(control, tx, editor, owner, { name, definition: original.value.definition });
  });
}

export async function editBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  { patch, expected }: { readonly patch: BoardPatch; readonly expected: ExpectedVersion },
): Promise<Result<Board>> {
  return commitChange(control, async (tx) => {
    const found = await expectedBoard(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const { name = found.value.name, definition = found.value.definition } = patch;
    const valid = validateName("A board's name", name);
    if (!valid.ok) return valid;
    return saveFields(control, tx, editor, "board.update", found.value, { name: valid.value, definition });
  });
}

/** Makes the name and definition of an earlier version the newest version. */
export async function restoreBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  { version, expected }: { readonly version: number; readonly expected: ExpectedVersion },
): Promise<Result<Board>> {
  return commitChange(control, async (tx) => {
    const found = await expectedBoard(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const earlier = await findBoardVersion(tx, found.value.id, version);
    if (earlier === null) return refuseVersion(found.value, version);
    const { name, definition } = earlier;
    return saveFields(control, tx, editor, "board.restore", found.value, { name, definition });
  });
}

export async function removeBoard(
  control: Control,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await expectedBoard(tx, editor, uuid, expected);
    if (!found.ok) return found;
    await deleteBoard(tx, found.value.id);
    const audit = { ...actionOn(editor, "board.delete", found.value), before: toldOf(found.value) };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

/** The version that If-Match names. */
export function etagOf({ version }: Pick<Board, "version">): string {
  return String(version);
}

export function refuseVersion({ name }: Board, version: number): Refusal {
  return refuse("unknown_version", `The board "${name}" has no version ${version}, or it is no longer kept.`);
}

/** Creates the board as part of a transaction of control data. */
export async function addBoard(
  control: Control,
  tx: ControlTransaction,
  editor: Editor,
  owner: Owner,
  { name, definition }: BoardFields,
): Promise<Result<Changed<Board>>> {
  const refused = refuseOwner(editor, owner, "boards") ?? (await refuseOneMoreBoard(tx, editor, owner));
  if (refused !== null) return refused;
  const valid = validateName("A board's name", name);
  if (!valid.ok) return valid;
  const saved = { name: valid.value, definition, ...savedNow(control) };
  const made = await insertBoard(tx, randomUUID(), holderOf(editor, owner), saved);
  const audit = { ...actionOn(editor, "board.create", made), after: toldOf(made) };
  return succeed({ value: made, audit: [audit], changes: [] });
}

async function expectedBoard(
  tx: ControlTransaction,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<Board>> {
  const found = await editableBoard(tx, editor, uuid);
  if (!found.ok || isExpected(expected, etagOf(found.value))) return found;
  return refuseChanged("board");
}

/** A version that equals the current one is not saved, so that undoing always changes something. */
async function saveFields(
  control: Control,
  tx: ControlTransaction,
  editor: Editor,
  action: string,
  before: Board,
  { name, definition }: BoardFields,
): Promise<Result<Changed<Board>>> {
  if (name === before.name && JSON.stringify(definition) === JSON.stringify(before.definition)) {
    return succeed({ value: before, audit: nothingToAudit("nothing was changed"), changes: [] });
  }
  const after = await saveBoard(tx, before, { name, definition, ...savedNow(control) }, boardVersionsMax);
  const audit = { ...actionOn(editor, action, before), before: toldOf(before), after: toldOf(after) };
  return succeed({ value: after, audit: [audit], changes: [] });
}

function savedNow({ actor, nowUs }: Control): { savedAt: number; savedBy: string } {
  return { savedAt: nowUs(), savedBy: actor.name };
}

function actionOn({ accountId }: Editor, action: string, { uuid, userId }: Board): AuditedAction {
  return { isPrivate: userId !== null, accountId, action, subjectKind: "board", subject: uuid };
}

/** What the audit log tells of a board. The definition may be larger than an entry, and its versions are kept. */
function toldOf(board: Board) {
  const { name, version, definition } = board;
  return { name, owner: ownerOf(board), version, tiles: definition.tiles.length };
}
