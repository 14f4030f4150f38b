import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { keyIdOf } from "../../packages/server/src/control/sealing/token.ts";
import { controlMigrations } from "../../packages/server/src/control/sqlite/migrations/control-migrations.ts";
import { stepAt, totpCode } from "../../packages/server/src/manage/people/totp.ts";
import { migrate } from "../../packages/server/src/platform/sqlite/open-database.ts";
import { decodeBase32 } from "../../packages/server/src/web/testing/test-base32.ts";
import { startWithOwner } from "../api/serve-owner.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { post, serve, weir, weirJson, weirProcess } from "./weir-command.ts";

setDefaultTimeout(60_000);

interface Rotated {
  readonly key_id: string;
  readonly resealed: number;
  readonly unreadable: number;
}

interface Opened {
  readonly token: string;
  readonly secret: string;
}

/** What can be opened with the current key. */
async function openAll(dataDir: string, device: string, env: Record<string, string> = {}): Promise<Opened> {
  const token = await weir(["device", "token", device, "--json", "--data", dataDir], env);
  const secret = await weir(["secret", "show", "broker", "--json", "--data", dataDir], env);
  if (token.code + secret.code !== 0) throw new Error(token.stderr + secret.stderr);
  return { token: JSON.parse(token.stdout).token, secret: JSON.parse(secret.stdout).value };
}

async function fill(dataDir: string, env: Record<string, string> = {}) {
  const made = await weir(["device", "create", "Boiler", "--sensor", "temp", "--data", dataDir], env);
  const { uuid: device, token } = JSON.parse(made.stdout) as { uuid: string; token: string };
  await weir(["secret", "set", "broker", "--value", "hunter2", "--data", dataDir], env);
  return { device, token };
}

test("rotates the key beside a running server, which keeps opening and sealing", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  await using server = await serve(dataDir, "--no-demo");
  const { device, token } = await fill(dataDir);
  const before = readFileSync(join(dataDir, "token.key"));
  const done = await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir]);
  // The device's token, the secret, and the secret that signs webhooks.
  expect(done).toMatchObject({ resealed: 3, unreadable: 0 });
  expect(readFileSync(join(dataDir, "token.key"))).not.toEqual(before);
  expect(existsSync(join(dataDir, "token.key.previous"))).toBe(false);
  expect(await openAll(dataDir, device)).toEqual({ token, secret: "hunter2" });
  expect((await post({ url: server.url, device, token, sensor: "temp", data: { value: 1 } })).status).toBe(
    202,
  );
  const again = await weirProcess(["keys", "rotate", "--json", "--data", dataDir]);
  expect(JSON.parse(again.stdout)).toMatchObject({ resealed: 3, unreadable: 0 });
  expect(auditedActions(dataDir).filter((action) => action === "key.rotate")).toHaveLength(2);
});

test("seals with the new key after a rotation", async () => {
  await using installed = new WeirInstallation();
  const { owner } = await startWithOwner(installed);
  const { dataDir } = installed;
  const { key_id: id } = await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir]);
  const { json } = await owner.call("POST", "./devices", { name: "Kiln", sensors: [{ slug: "temp" }] });
  expect(keyIdIn(dataDir, "SELECT token_sealed AS sealed FROM devices WHERE uuid = ?", json.uuid)).toBe(id);
  const shown = await weirJson<{ token: string }>([
    "device",
    "token",
    json.uuid,
    "--json",
    "--data",
    dataDir,
  ]);
  expect(shown.token).toBe(json.token);
});

test("seals second factors again in a rotation, and their codes stay valid", async () => {
  await using installed = new WeirInstallation();
  const { owner } = await startWithOwner(installed);
  const { dataDir } = installed;
  const { json } = await owner.call("POST", "/session/totp", { password: "correct horse battery staple" });
  const { key_id: id } = await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir]);
  expect(keyIdIn(dataDir, "SELECT totp_sealed AS sealed FROM users")).toBe(id);
  const code = totpCode(decodeBase32(json.secret), stepAt(Date.now()));
  expect((await owner.call("POST", "/session/totp/confirm", { code })).status).toBe(200);
});

test("loses nothing in an interrupted rotation, and continues when the command runs again", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const { device, token } = await fill(dataDir);
  const old = join(folder.path, "old.key");
  copyFileSync(join(dataDir, "token.key"), old);
  await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir]);
  // As after a crash during rotation: some values are sealed with the new key, some with the old one, and both keys
  // exist.
  copyFileSync(old, join(dataDir, "token.key.previous"));
  const fresh = readFileSync(join(dataDir, "token.key"));
  renameSync(join(dataDir, "token.key"), join(folder.path, "new.key"));
  copyFileSync(old, join(dataDir, "token.key"));
  rmSync(join(dataDir, "token.key.previous"));
  await weir(["secret", "set", "broker", "--value", "hunter3", "--data", dataDir]);
  copyFileSync(old, join(dataDir, "token.key.previous"));
  copyFileSync(join(folder.path, "new.key"), join(dataDir, "token.key"));
  expect(await openAll(dataDir, device)).toEqual({ token, secret: "hunter3" });

  const server = await serve(dataDir, "--no-demo");
  server.kill("SIGTERM");
  expect((await server.ended).stderr).toContain("weir keys rotate");
  const done = await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir]);
  expect(done).toMatchObject({ resealed: 1, unreadable: 0 });
  expect(readFileSync(join(dataDir, "token.key"))).toEqual(fresh);
  expect(existsSync(join(dataDir, "token.key.previous"))).toBe(false);
  expect(await openAll(dataDir, device)).toEqual({ token, secret: "hunter3" });
});

test("activates a new key even after a crash between its two renames", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const { device, token } = await fill(dataDir);
  const old = readFileSync(join(dataDir, "token.key"));
  copyFileSync(join(dataDir, "token.key"), join(dataDir, "token.key.previous"));
  expect(await weirJson<Rotated>(["keys", "rotate", "--json", "--data", dataDir])).toMatchObject({
    resealed: 3,
  });
  expect(readFileSync(join(dataDir, "token.key"))).not.toEqual(old);
  expect(await openAll(dataDir, device)).toEqual({ token, secret: "hunter2" });
});

test("replaces a key from the environment if the former one is given beside it", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const [old, fresh] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
  const { device, token } = await fill(dataDir, { WEIR_TOKEN_KEY: old });
  const refused = await weir(["keys", "rotate", "--data", dataDir], { WEIR_TOKEN_KEY: fresh });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("WEIR_TOKEN_KEY_PREVIOUS");
  const env = { WEIR_TOKEN_KEY: fresh, WEIR_TOKEN_KEY_PREVIOUS: old };
  const done = await weir(["keys", "rotate", "--data", dataDir], env);
  expect(done.stdout).toContain("3 values were encrypted again");
  expect(await openAll(dataDir, device, { WEIR_TOKEN_KEY: fresh })).toEqual({ token, secret: "hunter2" });
});

test("opens nothing in a backup without the key until the key is put beside it", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const [backup, restored] = [join(folder.path, "backup"), join(folder.path, "restored")];
  const { device, token } = await fill(dataDir);
  const made = await weir(["backup", backup, "--without-key", "--data", dataDir]);
  expect(made.stdout).toContain("token.key is not in the backup");
  expect(existsSync(join(backup, "token.key"))).toBe(false);
  const back = await weir(["restore", backup, "--data", restored]);
  expect(back.stdout).toContain(`Put yours into ${restored}`);
  copyFileSync(join(dataDir, "token.key"), join(restored, "token.key"));
  expect(await openAll(restored, device)).toEqual({ token, secret: "hunter2" });

  rmSync(join(restored, "token.key"));
  const server = await serve(restored, "--no-demo");
  server.kill("SIGTERM");
  expect((await server.ended).stderr).toContain("token.key was missing and a new one was created");
});

test("rotates every sealed column of control.db", () => {
  using db = new Database(":memory:");
  migrate(db, "control.db", controlMigrations);
  const columns = db
    .query(
      `SELECT tables.name || '.' || columns.name AS name FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND columns.name LIKE '%sealed%' ORDER BY 1`,
    )
    .all() as { name: string }[];
  expect(columns.map(({ name }) => name)).toEqual([
    "channels.sealed",
    "devices.token_sealed",
    "push_keys.sealed",
    "secrets.sealed",
    "users.totp_sealed",
  ]);
});

/** The id of the key that sealed the selected value. */
function keyIdIn(dataDir: string, query: string, ...params: string[]): string {
  using db = new Database(join(dataDir, "control.db"), { readonly: true });
  const { sealed } = db.query(query).get(...params) as { sealed: Uint8Array };
  return keyIdOf(sealed)!.toString("hex");
}

function auditedActions(dataDir: string): string[] {
  using db = new Database(join(dataDir, "control.db"), { readonly: true });
  return (db.query("SELECT action FROM audit_log").all() as { action: string }[]).map(({ action }) => action);
}
