import { recordAction } from "../../../control/audit/write-audit.ts";
import type { Control, ControlTransaction } from "../../../control/control.ts";
import { type DeviceChanges, updateDeviceRow } from "../../../control/devices/device-changes.ts";
import { readTokenRow, soleToken, type TokenRow } from "../../../control/devices/device-tokens.ts";
import { issueToken, openToken } from "../../../control/sealing/token.ts";
import { commitChange } from "../../core/commit-change.ts";
import { findDevice } from "../../core/find-device.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import type { DeviceConnections } from "../list/device-list-connections.ts";

export interface ShownToken {
  readonly token: string;
  readonly createdAt: number;
}

/** How long the previous token is accepted beside the new one. */
export type TokenOverlapTerms = { readonly seconds: number } | { readonly untilFirstUse: true };

/** Facts about a device's tokens besides their text. Times are microseconds since 1970. */
export interface TokenUse {
  readonly createdAt: number;
  /** Null if it was not used yet. With two tokens, it may be up to a minute old. */
  readonly lastUsedAt: number | null;
  /** The previous one, while it is still accepted. */
  readonly previous: {
    readonly createdAt: number;
    readonly lastUsedAt: number | null;
    /** Null if the first use of the new one ends it. */
    readonly expiresAt: number | null;
  } | null;
}

/** Viewing a token is recorded in the audit log before the token is returned. */
export async function showToken(control: Control, deviceUuid: string): Promise<Result<ShownToken>> {
  const opened = await openDeviceToken(control, deviceUuid);
  if (!opened.ok) return opened;
  const { accountId, ...shown } = opened.value;
  await recordAction(control, {
    accountId,
    action: "token.show",
    subjectKind: "device",
    subject: deviceUuid,
  });
  return succeed(shown);
}

async function openDeviceToken(
  control: Control,
  deviceUuid: string,
): Promise<Result<ShownToken & { readonly accountId: number }>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  const row = await readTokenRow(control.db, device.value.id);
  if (!row) return refuse("unknown_device", `There is no device "${deviceUuid}".`);
  const token = openToken(row.token_sealed, deviceUuid, control.key);
  if (token !== null) {
    return succeed({ token, createdAt: row.token_created_at, accountId: device.value.accountId });
  }
  return refuse(
    "wrong_token_key",
    `The key from ${control.key.source} is not the key this token was encrypted with, so it cannot be shown. ` +
      "The device can still use it. Restore the previous key, or regenerate the token.",
  );
}

/**
 * When this resolves, the running server refuses the old token or, with an overlap, accepts it beside the new one until
 * the overlap ends. The oldest of three tokens is refused in any case.
 */
export async function regenerateToken(
  control: Control,
  deviceUuid: string,
  overlap: TokenOverlapTerms | null = null,
): Promise<Result<ShownToken>> {
  return commitChange(control, async (tx) => {
    const device = await findDevice(control, tx, deviceUuid);
    if (!device.ok) return device;
    const { id: deviceId, accountId } = device.value;
    return succeed({
      value: await replaceToken(control, tx, device.value, overlap),
      audit: [
        {
          accountId,
          action: "token.regenerate",
          subjectKind: "device",
          subject: deviceUuid,
          after: { overlap: auditedOverlap(overlap) },
        },
      ],
      changes: [{ kind: "device", deviceId }],
    });
  });
}

/** Gives a device another token, as part of a transaction that announces the change of the device. */
export async function replaceToken(
  control: Pick<Control, "key" | "nowUs">,
  tx: ControlTransaction,
  device: { readonly id: number; readonly uuid: string },
  overlap: TokenOverlapTerms | null = null,
): Promise<ShownToken> {
  const createdAt = control.nowUs();
  const { token, hash, sealed } = issueToken(device.uuid, control.key);
  const previous = await previousColumns(tx, device.id, overlap, createdAt);
  await updateDeviceRow(tx, device.id, {
    ...previous,
    token_hash: hash,
    token_sealed: sealed,
    token_created_at: createdAt,
    token_last_used_at: null,
  });
  return { token, createdAt };
}

function auditedOverlap(overlap: TokenOverlapTerms | null) {
  return overlap !== null && "untilFirstUse" in overlap ? { until_first_use: true } : overlap;
}

async function previousColumns(
  tx: ControlTransaction,
  deviceId: number,
  overlap: TokenOverlapTerms | null,
  nowUs: number,
): Promise<DeviceChanges> {
  if (overlap === null) return soleToken(nowUs);
  const present = (await readTokenRow(tx, deviceId))!;
  return {
    previous_token_hash: present.token_hash,
    previous_token_created_at: present.token_created_at,
    previous_token_expires_at: "seconds" in overlap ? nowUs + overlap.seconds * 1_000_000 : null,
    previous_token_until_first_use: "seconds" in overlap ? 0 : 1,
    previous_token_last_used_at: present.token_last_used_at,
    token_sole_since: null,
  };
}

/** When the device's tokens were last used. */
export async function tokenUse(
  control: Control,
  connections: DeviceConnections,
  deviceUuid: string,
): Promise<Result<TokenUse>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  const row = await readTokenRow(control.db, device.value.id);
  if (!row) return refuse("unknown_device", `There is no device "${deviceUuid}".`);
  const known = (await connections.connectionsOf([device.value.id])).get(device.value.id);
  return succeed({
    createdAt: row.token_created_at,
    ...usesOf(
      row,
      known === undefined ? Number.NEGATIVE_INFINITY : known.lastConnectedMs * 1000,
      control.nowUs(),
    ),
  });
}

/** A connection while a token was the only one was made with it. */
function usesOf(
  row: TokenRow,
  connectedUs: number,
  nowUs: number,
): Pick<TokenUse, "lastUsedAt" | "previous"> {
  const { token_sole_since: soleSince, previous_token_expires_at: expiresAt } = row;
  const lastUsedAt = soleSince !== null && connectedUs >= soleSince ? connectedUs : row.token_last_used_at;
  const createdAt = row.previous_token_created_at;
  if (createdAt === null || (expiresAt !== null && expiresAt <= nowUs)) return { lastUsedAt, previous: null };
  const wasUsedAlone = connectedUs >= createdAt && connectedUs < row.token_created_at;
  const previousUsedAt = row.previous_token_last_used_at ?? (wasUsedAlone ? connectedUs : null);
  return { lastUsedAt, previous: { createdAt, lastUsedAt: previousUsedAt, expiresAt } };
}
