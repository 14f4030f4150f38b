import { randomUUID } from "node:crypto";
import { shareLinksPerBoardMax } from "@weir/protocol/manage/share-link-routes";
import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { Board } from "../../../control/boards/boards.ts";
import {
  deleteExpiredShareLinks,
  deleteShareLink,
  insertShareLink,
  type PickedThing,
  type ShareLink,
  shareLinksOf,
} from "../../../control/boards/share-links.ts";
import type { Control, ControlReader, ControlTransaction } from "../../../control/control.ts";
import { groupByName } from "../../../control/devices/device-groups.ts";
import { deviceIn } from "../../../control/devices/device-ids.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { commitChange } from "../../core/commit-change.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { generateSecret, hashSecret } from "../../core/one-time-secret.ts";
import type { Editor } from "../../core/owner-rules.ts";
import { boards } from "../boards.ts";

/**
 * Links that show a board of the account to whoever has them. Editors make and revoke them. A person's own board has none,
 * because nobody else could see that it is shared. Only a hash of the token is kept, so a token is shown once.
 */
interface IssuedShareLink extends ShareLink {
  readonly token: string;
}

interface WantedShareLink {
  readonly name: string;
  readonly days: number;
  readonly picked: string | null;
  readonly embedding: boolean;
}

const dayUs = 86_400_000_000;
const tokenPrefix = "wsl_";

/** The hash by which the link of a token is found; null if this cannot be a token. */
export function hashOfShareToken(text: string): Uint8Array | null {
  return /^wsl_[A-Za-z0-9_-]{43}$/.test(text) ? hashSecret(text) : null;
}

export async function listShareLinks(
  control: ControlReader & Pick<Control, "nowUs">,
  editor: Editor,
  boardUuid: string,
): Promise<Result<ShareLink[]>> {
  const board = await boards.operations.find(control.db, editor, boardUuid);
  if (!board.ok) return board;
  return succeed(await shareLinksOf(control.db, board.value.id, control.nowUs()));
}

export async function createShareLink(
  control: Control,
  editor: Editor,
  boardUuid: string,
  { name, days, picked: pickedName, embedding }: WantedShareLink,
): Promise<Result<IssuedShareLink>> {
  const token = tokenPrefix + generateSecret();
  return commitChange(control, async (tx) => {
    const board = await boards.operations.find(tx, editor, boardUuid);
    if (!board.ok) return board;
    if (board.value.userId !== null) return ownBoard;
    const picked = await pickedFor(tx, editor.accountId, board.value, pickedName);
    if (!picked.ok) return picked;
    const nowUs = control.nowUs();
    await deleteExpiredShareLinks(tx, board.value.id, nowUs);
    if ((await shareLinksOf(tx, board.value.id, nowUs)).length >= shareLinksPerBoardMax) {
      const message = `A board can have at most ${shareLinksPerBoardMax} share links. Revoke one first.`;
      return refuse("too_many_share_links", message);
    }
    const link: ShareLink = {
      uuid: randomUUID(),
      name,
      picked: picked.value,
      embedding,
      createdBy: control.actor.name,
      createdAt: nowUs,
      expiresAt: nowUs + days * dayUs,
      lastUsedAt: null,
    };
    await insertShareLink(tx, board.value.id, link, hashSecret(token));
    const audit = { ...actionOn(editor, "board.share", board.value), after: recordedOf(board.value, link) };
    return succeed({ value: { ...link, token }, audit: [audit], changes: [] });
  });
}

export async function revokeShareLink(
  control: Control,
  editor: Editor,
  boardUuid: string,
  uuid: string,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const board = await boards.operations.find(tx, editor, boardUuid);
    if (!board.ok) return board;
    const link = (await shareLinksOf(tx, board.value.id, control.nowUs())).find((one) => one.uuid === uuid);
    if (link === undefined) return refuse("unknown_share_link", "The board has no such share link.");
    await deleteShareLink(tx, uuid);
    const audit = {
      ...actionOn(editor, "board.unshare", board.value),
      before: recordedOf(board.value, link),
    };
    return succeed({ value: null, audit: [audit], changes: [] });
  });
}

/** What the link shows of a board with a variable. It has to exist, so that nobody shares an empty board by mistake. */
async function pickedFor(
  tx: ControlTransaction,
  accountId: number,
  { definition: { variable } }: Board,
  name: string | null,
): Promise<Result<PickedThing | null>> {
  if (variable === null) {
    return name === null
      ? succeed(null)
      : refuse("bad_pick", "The board has no variable, so nothing is picked.");
  }
  const { kind } = variable;
  if (name === null) return refuse("bad_pick", `Choose the ${kind} that the link shows.`);
  const found = await (kind === "device" ? deviceIn(tx, accountId, name) : groupByName(tx, accountId, name));
  return found === undefined
    ? refuse("bad_pick", `This account has no such ${kind}.`)
    : succeed({ kind, name });
}

const ownBoard = refuse(
  "own_board",
  "Only boards of the account can be shared by a link. Duplicate this one as a board of the account first.",
);

function actionOn({ accountId }: Editor, action: string, { uuid }: Board): AuditedAction {
  return { accountId, action, subjectKind: "board", subject: uuid };
}

function recordedOf({ name }: Board, { uuid, name: linkName, picked, embedding, expiresAt }: ShareLink) {
  return {
    name,
    link: uuid,
    link_name: linkName,
    picked: picked?.name ?? null,
    embedding,
    expires_at: formatMicros(expiresAt),
  };
}
