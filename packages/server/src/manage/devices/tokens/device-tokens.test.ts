import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashToken } from "../../../control/sealing/token.ts";
import { loadTokenKey } from "../../../control/sealing/token-key.ts";
import { isTestDataInFile } from "../../../control/test-open-control.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../../test-control.ts";
import { loadDeviceRecords } from "../device-records.ts";
import { createDevice } from "../devices.ts";
import { regenerateToken, showToken } from "./device-tokens.ts";

afterAll(closeTestControls);

async function openWithDevice() {
  const opened = openTestControl();
  const account = await makeAccount(opened.control);
  const device = unwrap(await createDevice(opened.control, newDevice(account.id)));
  return { ...opened, account, uuid: device.uuid, token: device.token };
}

test("checks and shows the token that was given at creation", async () => {
  const { control, uuid, token } = await openWithDevice();
  expect(unwrap(await showToken(control, uuid)).token).toBe(token);
  expect((await loadDeviceRecords(control))[0]!.tokenHash).toEqual(hashToken(token));
});

test("replaces the old token in every form before the change is announced", async () => {
  const { control, uuid, token: old } = await openWithDevice();
  const hashesAtAnnounce: Uint8Array[] = [];
  const announce = async (): Promise<void> => {
    hashesAtAnnounce.push((await loadDeviceRecords(control))[0]!.tokenHash);
  };
  const { token } = unwrap(await regenerateToken({ ...control, announce, nowUs: () => 5 }, uuid));
  expect(token).not.toBe(old);
  expect(hashesAtAnnounce).toEqual([hashToken(token)]);
  expect(unwrap(await showToken(control, uuid))).toEqual({ token, createdAt: 5 });
});

test.if(isTestDataInFile)(
  "stores no plain token in any file of the data folder, before or after a checkpoint",
  async () => {
    const { control, dataDir, uuid, token } = await openWithDevice();
    const next = unwrap(await regenerateToken(control, uuid)).token;
    const secrets = [token, next].flatMap((plain) => [
      Buffer.from(plain),
      Buffer.from(plain.slice("wdt_".length), "base64url"),
    ]);
    const expectNoSecret = (): void => {
      const files = readdirSync(dataDir);
      expect(files).toContain("control.db");
      for (const file of files) {
        const bytes = readFileSync(join(dataDir, file));
        for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
      }
    };
    expectNoSecret();
    await control.close();
    expectNoSecret();
  },
);

test("does not show a token that was sealed with another key, and says what to do", async () => {
  const { control, dataDir, uuid } = await openWithDevice();
  const key = loadTokenKey(dataDir, new Uint8Array(32));
  const shown = await showToken({ ...control, key }, uuid);
  expect(shown).toEqual({
    ok: false,
    error: {
      code: "wrong_token_key",
      message: expect.stringContaining(
        "The key from the environment is not the key this token was encrypted with",
      ) as unknown as string,
    },
  });
  unwrap(await regenerateToken({ ...control, key }, uuid));
  expect(codeOf(await showToken({ ...control, key }, uuid))).toBe("ok");
});

test("does not show sealed bytes that were copied from another device", async () => {
  const { control, account, uuid } = await openWithDevice();
  const other = unwrap(await createDevice(control, newDevice(account.id)));
  const { token_sealed } = await control.db
    .selectFrom("devices")
    .select("token_sealed")
    .where("uuid", "=", other.uuid)
    .executeTakeFirstOrThrow();
  await control.transact((tx) =>
    tx.updateTable("devices").set({ token_sealed }).where("uuid", "=", uuid).execute(),
  );
  expect(codeOf(await showToken(control, uuid))).toBe("wrong_token_key");
});
