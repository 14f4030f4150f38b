import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import {
  type CreatedDevice,
  createDevice,
  listReadings,
  post,
  serve,
  weir,
  weirJson,
  weirProcess,
} from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

/** A queue that deletes entries as soon as it may, so that anything a backup does not hold on to is gone. */
const forgetful = ["--replay-window-s", "0", "--duplicate-window-s", "0", "--identities-max", "1000"];
const readingsPerRequest = 100;

/**
 * Sends readings with the values 0, 1, 2 … without a pause. `acknowledged` has the values that were answered with 202.
 */
class Traffic {
  readonly acknowledged: number[] = [];
  #next = 0;
  #stopped = false;
  readonly #workers: Promise<void>[];

  constructor(url: string, device: CreatedDevice) {
    this.#workers = Array.from({ length: 4 }, () => this.#work(url, device));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #work(url: string, { uuid, token }: CreatedDevice): Promise<void> {
    while (!this.#stopped) {
      const values = Array.from({ length: readingsPerRequest }, () => this.#next++);
      const data = values.map((value) => ({ value, timestamp: new Date(1.7e12 + value).toISOString() }));
      const answer = await post({ url, device: uuid, token, sensor: "a", data });
      if (answer.status === 202) this.acknowledged.push(...values);
    }
  }
}

test("restores every reading that was acknowledged before a backup under load, exactly once", async () => {
  using folder = tempFolder();
  const [dataDir, backup, restored] = ["data", "backup", "restored"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  const device = await createDevice(dataDir, "a");
  await using server = await serve(dataDir, ...forgetful);
  const traffic = new Traffic(server.url, device);
  await waitUntil("there is something to lose", () => traffic.acknowledged.length > 20_000);
  const before = [...traffic.acknowledged];
  const { code, stderr } = await weirProcess(["backup", backup, "--data", dataDir]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const during = traffic.acknowledged.length - before.length;
  await traffic.stop();
  expect(during).toBeGreaterThan(0);

  expect((await weirProcess(["restore", backup, "--data", restored])).code).toBe(0);
  await using second = await serve(restored);
  const { uuid, token } = device;
  const fresh = await post({ url: second.url, device: uuid, token, sensor: "a", data: { value: -1 } });
  expect(fresh.status).toBe(202);
  await waitUntil("everything is settled", async () => {
    const status = await weirJson<{ gap: number }>(["status", "--json", "--data", restored]);
    return status.gap === 0;
  });

  const values = (await listReadings(restored, uuid, "a")).map(({ value }) => value);
  const distinct = new Set(values);
  expect(distinct.size).toBe(values.length);
  expect(before.filter((value) => !distinct.has(value))).toEqual([]);
  expect(distinct.has(-1)).toBeTrue();
  expect(await weirJson<object>(["device", "token", uuid, "--data", restored])).toMatchObject({ token });
});

describe("a small backup", () => {
  const made = tempFolder();
  let device: CreatedDevice;
  afterAll(() => made[Symbol.dispose]());

  beforeAll(async () => {
    const dataDir = join(made.path, "data");
    device = await createDevice(dataDir, "a");
    const server = await serve(dataDir);
    const { uuid, token } = device;
    await post({ url: server.url, device: uuid, token, sensor: "a", data: { value: 1 } });
    server.kill("SIGTERM");
    await server.ended;
    await weirJson(["backup", join(made.path, "backup"), "--json", "--data", dataDir]);
  });

  /** Copies it and its data folder as they are. */
  function copyBackup(path: string): { readonly dataDir: string; readonly backup: string } {
    Bun.spawnSync(["cp", "-a", `${made.path}/.`, path]);
    return { dataDir: join(path, "data"), backup: join(path, "backup") };
  }

  test("is readable by its owner only, complete once it has its name, and never overwritten", async () => {
    using folder = tempFolder();
    const { dataDir, backup } = copyBackup(folder.path);
    expect(readdirSync(folder.path).sort()).toEqual(["backup", "data"]);
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(backup)) expect(statSync(join(backup, file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(backup).sort()).toEqual([
      "control.db",
      "manifest.json",
      "queue.db",
      "token.key",
      "weir.db",
    ]);
    const again = await weir(["backup", backup, "--data", dataDir]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("is not empty");
    mkdirSync(join(folder.path, "empty"));
    const { code, stdout, stderr } = await weir(["backup", join(folder.path, "empty"), "--data", dataDir]);
    expect(code).toBe(0);
    expect(stdout).toContain("token.key");
    for (const file of ["weir.db", "queue.db", "control.db"]) expect(stderr).toContain(`copying ${file}`);
  });

  test("replaces a data folder only with --force, moves the old one aside, and never while a server uses it", async () => {
    using folder = tempFolder();
    const { dataDir, backup } = copyBackup(folder.path);
    const restore = ["restore", backup, "--data", dataDir];
    const server = await serve(dataDir);
    const running = await weir([...restore, "--force"]);
    expect(running.code).toBe(1);
    expect(running.stderr).toContain("Another Weir server is using");
    server.kill("SIGTERM");
    await server.ended;

    const unforced = await weir(restore);
    expect(unforced.code).toBe(1);
    expect(unforced.stderr).toContain("--force");
    writeFileSync(join(dataDir, "mark"), "old");
    const done = await weirJson<{ moved_aside: string }>([...restore, "--force", "--json"]);
    expect(readFileSync(join(done.moved_aside, "mark"), "utf8")).toBe("old");
    expect(existsSync(join(dataDir, "mark"))).toBeFalse();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const listed = await listReadings(dataDir, device.uuid, "a");
    expect(listed.map(({ value }) => value)).toEqual([1]);
  });

  test("is refused if it is damaged, incomplete or no backup, and the target stays as it was", async () => {
    using folder = tempFolder();
    const { backup } = copyBackup(folder.path);
    const target = join(folder.path, "target");
    const damage: Record<string, (copy: string) => void> = {
      "is not as it was": (copy) => writeFileSync(join(copy, "weir.db"), "x", { flag: "a" }),
      "lacks queue.db": (copy) => Bun.spawnSync(["rm", join(copy, "queue.db")]),
      "is not a backup": (copy) => Bun.spawnSync(["rm", join(copy, "manifest.json")]),
      "not valid JSON": (copy) => writeFileSync(join(copy, "manifest.json"), "{"),
      "newer Weir (Weir 9.0.0)": (copy) => editManifest(copy, { format: 2, weir_version: "9.0.0" }),
      "does not describe a backup": (copy) =>
        editManifest(copy, { files: [{ name: "../../outside", bytes: 1, sha256: "" }] }),
      "schema version 99": (copy) => changeDatabase(copy, "control.db", "PRAGMA user_version = 99"),
      "do not belong together": (copy) => changeDatabase(copy, "queue.db", "DELETE FROM entries"),
    };
    for (const [words, spoil] of Object.entries(damage)) {
      const copy = join(folder.path, "copy");
      cpSync(backup, copy, { recursive: true });
      spoil(copy);
      const { code, stderr } = await weir(["restore", copy, "--data", target]);
      expect(stderr).toContain(words);
      expect(code).toBe(1);
      expect(readdirSync(folder.path).sort()).toEqual(["backup", "copy", "data"]);
      Bun.spawnSync(["rm", "-r", copy]);
    }
  });

  test("does not replace files that are not Weir's", async () => {
    using folder = tempFolder();
    const { backup } = copyBackup(folder.path);
    const home = join(folder.path, "home");
    mkdirSync(home);
    writeFileSync(join(home, "letter"), "x");
    const { code, stderr } = await weir(["restore", backup, "--data", home, "--force"]);
    expect(code).toBe(1);
    expect(stderr).toContain("not Weir's");
    expect(readdirSync(home)).toEqual(["letter"]);
  });

  test("leaves out a key from the environment, and both commands say so", async () => {
    using folder = tempFolder();
    const env = { WEIR_TOKEN_KEY: "00".repeat(32) };
    const dataDir = join(folder.path, "data");
    await weir(["device", "create", "D", "--sensor", "a", "--data", dataDir], env);
    const backup = await weir(["backup", join(folder.path, "b"), "--data", dataDir], env);
    expect(backup.stdout).toContain("WEIR_TOKEN_KEY");
    expect(readdirSync(join(folder.path, "b")).sort()).toEqual(["control.db", "manifest.json"]);
    const restored = await weir(["restore", join(folder.path, "b"), "--data", join(folder.path, "r")], env);
    expect(restored.stdout).toContain("WEIR_TOKEN_KEY");
    expect(backup.stdout + backup.stderr + restored.stdout + restored.stderr).not.toContain("0000000000");
  });
});

function editManifest(copy: string, changes: object): void {
  const path = join(copy, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, ...changes }));
}

/** Changes a file and its hash, as somebody would who assembled a backup by hand. */
function changeDatabase(copy: string, name: string, sql: string): void {
  const path = join(copy, name);
  const db = new Database(path);
  db.run(sql);
  db.close();
  const manifest = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8")) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  const content = readFileSync(path);
  const sha256 = new Bun.CryptoHasher("sha256").update(content).digest("hex");
  const files = manifest.files.map((file) =>
    file.name === name ? { name, bytes: content.length, sha256 } : file,
  );
  editManifest(copy, { files });
}
