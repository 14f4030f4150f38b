import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { beginKeyRotation, isKeyRotationUnfinished } from "../../control/sealing/key-file.ts";
import { openToken, sealToken } from "../../control/sealing/token.ts";
import { loadTokenKey } from "../../control/sealing/token-key.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { createDevice } from "../devices/devices.ts";
import { channels } from "../notifications/channels.ts";
import { publicPushKey } from "../notifications/push-keys.ts";
import { loadChannel, loadPushKey } from "../notifications/sealed-channel.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { resealAll, rotateKey } from "./rotate-key.ts";

afterAll(closeTestControls);

test.if(isTestDataInFile)(
  "seals tokens again that were sealed with the old key during the rotation",
  async () => {
    const { control, dataDir } = openTestControl();
    const account = await makeAccount(control);
    const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
    // A command that loaded the key before the rotation.
    const old = loadTokenKey(dataDir);
    const lateToken = sealToken("wdt_late", uuid, old);
    beginKeyRotation(dataDir);
    control.key.reload();
    let isReplaced = false;
    const done = await resealAll(control, () => {
      if (isReplaced) return false;
      isReplaced = true;
      using control = new Database(join(dataDir, "control.db"));
      control.query("UPDATE devices SET token_sealed = ?").run(lateToken);
      return false;
    });
    const { token_sealed: sealed } = await control.db
      .selectFrom("devices")
      .select("token_sealed")
      .executeTakeFirstOrThrow();
    expect(sealed.subarray(3, 11)).toEqual(new Uint8Array(control.key.current.id));
    expect([openToken(sealed, uuid, control.key), done.unreadable]).toEqual(["wdt_late", 0]);
  },
);

const onOneMachine = async () => null;

test("counts each value once, even if its transaction is repeated", async () => {
  const { control, dataDir } = openTestControl();
  const account = await makeAccount(control);
  for (const name of ["one", "two"]) unwrap(await createDevice(control, { ...newDevice(account.id), name }));
  beginKeyRotation(dataDir);
  control.key.reload();
  const [tokens, webhookSecrets] = [2, 1];
  expect(await resealAll(control, () => false)).toEqual({
    resealed: tokens + webhookSecrets,
    unreadable: 0,
    remaining: 0,
  });
});

test("keeps both keys until the last call of a rotation that takes several", async () => {
  const { control, dataDir } = openTestControl();
  const account = await makeAccount(control);
  for (let nth = 0; nth < 200; nth++)
    unwrap(await createDevice(control, { ...newDevice(account.id), name: `Device ${nth}` }));
  const first = unwrap(await rotateKey(control, () => true, onOneMachine));
  expect(first).toMatchObject({ resealed: 200, remaining: 1 });
  expect(isKeyRotationUnfinished(dataDir)).toBeTrue();
  const last = unwrap(await rotateKey(control, () => true, onOneMachine));
  expect(last).toMatchObject({ keyId: first.keyId, resealed: 1, unreadable: 0, remaining: 0 });
  expect(isKeyRotationUnfinished(dataDir)).toBeFalse();
  expect(control.key.previous).toBeNull();
});

test("seals channels and the key of Web Push again, which open without the old key", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const target = { kind: "webhook", url: "https://example.org/alarms" } as const;
  const editor = { accountId, userId: null, role: "owner" } as const;
  const { uuid } = unwrap(await channels.operations.create(control, editor, { name: "Alarms", target }));
  const publicKey = await publicPushKey(control);
  expect(unwrap(await rotateKey(control, () => false, onOneMachine))).toMatchObject({
    unreadable: 0,
    remaining: 0,
  });
  expect(control.key.previous).toBeNull();
  expect(await loadChannel(control, control.key, uuid)).toMatchObject({ target });
  expect(await loadPushKey(control, control.key)).toMatchObject({ publicKey });
});

test("refuses a rotation while a member of the cluster seals with another key, and names the member", async () => {
  const { control } = openTestControl();
  await makeAccount(control);
  const member = { id: "a-1", role: "manage", version: "1.0.0", host: "node-1", pid: 7 } as const;
  const known = { sinceMs: 0, lostMs: null, redis: null } as const;
  const members = [
    { ...member, ...known, state: "active", keyId: control.key.current.id.toString("hex") },
    { ...member, ...known, state: "lost", keyId: null },
    { ...member, ...known, state: "active", keyId: "00", host: "node-2" },
  ] as const;
  const refused = await rotateKey(
    control,
    () => false,
    async () => ({ members }),
  );
  expect(codeOf(refused)).toBe("key_not_everywhere");
  expect(refused.ok ? "" : refused.error.message).toContain("yet: manage on node-2 (process 7).");
});
