import { commitChange } from "./commit-change.ts";
import type { ControlStore } from "./control-store.ts";
import { findDevice } from "./find-device.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { issueToken, openToken } from "./token.ts";

export interface ShownToken {
  readonly token: string;
  readonly createdAt: number;
}

export async function showToken(store: ControlStore, deviceUuid: string): Promise<Result<ShownToken>> {
  const device = await findDevice(store, store.db, deviceUuid);
  if (!device.ok) return device;
  const row = await store.db
    .selectFrom("devices")
    .select(["token_sealed as sealed", "token_created_at as createdAt"])
    .where("id", "=", device.value.id)
    .executeTakeFirst();
  if (!row) return refuse("unknown_device", `There is no device "${deviceUuid}".`);
  const token = openToken(row.sealed, deviceUuid, store.key);
  if (token !== null) return succeed({ token, createdAt: row.createdAt });
  return refuse(
    "wrong_token_key",
    `The key from ${store.key.source} is not the one this token was sealed with, so the token cannot be shown. ` +
      "The device can still use it. Bring back the former key, or regenerate the token.",
  );
}

/** When this resolves, the old token is dead on the running server. */
export async function regenerateToken(store: ControlStore, deviceUuid: string): Promise<Result<ShownToken>> {
  return commitChange(store, async (tx) => {
    const device = await findDevice(store, tx, deviceUuid);
    if (!device.ok) return device;
    const deviceId = device.value.id;
    const createdAt = store.nowUs();
    const { token, hash, sealed } = issueToken(deviceUuid, store.key);
    await tx
      .updateTable("devices")
      .set({ token_hash: hash, token_sealed: sealed, token_created_at: createdAt })
      .where("id", "=", deviceId)
      .execute();
    return succeed({ value: { token, createdAt }, changes: [{ kind: "device", deviceId }] });
  });
}
