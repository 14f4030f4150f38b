/** Commands of the operator on a node of a cluster, which has the addresses of the engines and nothing else. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { givenTokenKey } from "../../packages/server/src/control/sealing/token-key.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { type CommandResult, weir as runWeir } from "../cli/weir-command.ts";
import { countRows, idsOfAccount, postgresTables } from "../harness/account-rows.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

/** The token key from the test of its rotation on. */
const rotatedKey = Buffer.alloc(32, "rotated").toString("base64");
const patienceMs = 30_000;
const firstPassword = "correct horse battery staple";
const newPassword = "another horse battery staple";

interface Device {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly uuid: string }[];
}

describeUnless(await whyNoEngines(), "commands of the operator of a cluster", () => {
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let manage: ClusterNode;
  let device: Device;
  let sql: Bun.SQL;
  const folder = tempFolder();

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    sql = new Bun.SQL(weir.postgres.url, { max: 1 });
  });
  afterAll(async () => {
    await sql.close();
    await weir[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const run = (args: readonly string[], env: Record<string, string> = {}): Promise<CommandResult> =>
    runWeir(args, { ...weir.settings, ...env });
  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await run([...args, "--json"]);
    if (code !== 0) throw new Error(`weir ${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as T;
  };
  const members = () => sql<{ role: string }[]>`SELECT role FROM weir_cluster.members`;

  test("leave an empty database alone unless they create something", async () => {
    const refused = await run(["user", "list"]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("contains no data of Weir yet"),
    ]);
    const [found] = await sql<{ schema: string | null }[]>`SELECT to_regnamespace('weir_control') AS schema`;
    expect(found!.schema).toBeNull();
  });

  test("create accounts, people and devices while no process of Weir runs", async () => {
    await json("account", "create", "North plant");
    const added = await runWithInput(
      ["user", "create", "ada@example.org", "--role", "owner", "--password-stdin"],
      firstPassword,
    );
    expect(added).toMatchObject({ code: 0 });
    device = await json<Device>("device", "create", "Boiler", "--sensor", "temp");
    expect(await json<unknown[]>("user", "list")).toMatchObject([
      { email: "ada@example.org", has_password: true },
    ]);
    expect((await members()).length).toBe(0);
    const stream = await run(["status"]);
    expect(stream.stdout).toContain("not running");
  });

  async function runWithInput(args: readonly string[], input: string): Promise<CommandResult> {
    const child = Bun.spawn([join(import.meta.dir, "../../bin/weir"), ...args], {
      env: { PATH: process.env.PATH!, HOME: folder.path, ...weir.settings },
      stdin: Buffer.from(`${input}\n`),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    return { code, stdout, stderr };
  }

  test("take effect in every running process before they end, and are in the audit log", async () => {
    weir.launch("process");
    [ingest, manage] = [weir.launch("ingest"), weir.launch("manage")];
    for (const node of [ingest, manage]) await weir.untilReady(node);
    const send = (token: string) =>
      postReadings(ingest.url, { uuid: device.uuid, token }, { sensor: "temp", data: { value: 1 } });
    expect((await send(device.token)).status).toBe(202);

    const { token } = await json<{ token: string }>("device", "token", device.uuid, "--regenerate");
    expect((await send(device.token)).status).toBe(401);
    expect((await send(token)).status).toBe(202);
    device = { ...device, token };

    const signIn = (password: string) =>
      new BrowserSession(manage.url).call("POST", "/session", { email: "ada@example.org", password });
    expect((await signIn(firstPassword)).status).toBe(201);
    const reset = await runWithInput(
      ["user", "reset-password", "ada@example.org", "--password-stdin"],
      newPassword,
    );
    expect(reset).toMatchObject({ code: 0 });
    expect((await signIn(firstPassword)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(201);

    const entries = await sql<{ action: string }[]>`
      SELECT action FROM weir_control.audit_log WHERE actor_kind = 'operator' AND source = 'command line' ORDER BY id`;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["account.create", "device.create", "token.regenerate", "password.reset"]),
    );
  });

  test("ask the running processes for what only they know", async () => {
    const { uuid: sensor } = device.sensors[0]!;
    const isRead = async () =>
      (await run(["readings", "--json", "--device", device.uuid, "--sensor", sensor])).stdout !== "";
    await waitUntil("the readings can be read", isRead, patienceMs);
    const { running, cluster } = await json<{ running: boolean; cluster: { members: { role: string }[] } }>(
      "status",
    );
    expect([running, cluster.members.map(({ role }) => role).toSorted()]).toEqual([
      true,
      ["ingest", "manage", "process"],
    ]);
    expect((await run(["account", "limits"])).stdout).not.toContain("No server is running");
  });

  test("delete an account with everything in it, and nothing of another", async () => {
    await json("account", "create", "South plant");
    const made = await json<Device>(
      "device",
      "create",
      "Pump",
      "--sensor",
      "temp",
      "--account",
      "South plant",
    );
    const sent = await postReadings(ingest.url, made, { sensor: "temp", data: { value: 1 } });
    expect(sent.status).toBe(202);
    const [{ id }] = (await sql`SELECT id::int4 FROM weir_control.accounts WHERE name = 'South plant'`) as [
      { id: number },
    ];
    const reader = postgresTables(sql);
    const ids = await idsOfAccount(reader, id, []);
    const unconfirmed = await run(["account", "delete", "South plant", "--now"]);
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
      1,
      expect.stringContaining("Its readings were never exported as a whole."),
    ]);
    const asked = await run(["account", "delete", "South plant", "--now", "--yes"]);
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("is being deleted") });
    const isGone = async () => {
      const [deleted] = await json<{ name: string; ended_at: string | null }[]>("account", "deleted");
      return deleted!.name === "South plant" && deleted!.ended_at !== null;
    };
    await waitUntil("everything is gone", isGone, 120_000);
    const left = [...(await countRows(reader, ids))].flatMap(([table, rows]) => (rows > 0 ? [table] : []));
    expect(left.toSorted()).toEqual([
      "control.account_deletions",
      "control.account_use",
      "control.audit_log",
    ]);
    expect((await postReadings(ingest.url, made, { sensor: "temp", data: { value: 2 } })).status).toBe(404);
    expect((await postReadings(ingest.url, device, { sensor: "temp", data: { value: 2 } })).status).toBe(202);
  });

  test("leave nothing behind when they are killed: the others take what was committed and forget the command", async () => {
    const { pid } = await hangingCommand();
    process.kill(pid, "SIGKILL");
    const isForgotten = async () => (await members()).every(({ role }) => role !== "command");
    await waitUntil("the command is no member any more", isForgotten, patienceMs);
    await waitUntil(
      "others load everything",
      () => weir.logText.includes("or a command ended without leaving"),
      patienceMs,
    );
    const { cluster } = await json<{ cluster: { members: { role: string }[] } }>("status");
    expect(cluster.members.some(({ role }) => role === "command")).toBeFalse();
  });

  /** A command that has joined, and runs until somebody ends it. */
  async function hangingCommand(): Promise<Bun.Subprocess> {
    const child = Bun.spawn(
      [join(import.meta.dir, "../../bin/weir"), "chain", "trace", "--device", device.uuid, "--follow"],
      {
        env: { PATH: process.env.PATH!, HOME: folder.path, ...weir.settings },
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
      },
    );
    await waitUntil(
      "it has joined",
      async () => (await members()).some(({ role }) => role === "command"),
      patienceMs,
    );
    return child;
  }

  test("rotate the token key once every process has the new one", async () => {
    const old = weir.settings.WEIR_TOKEN_KEY!;
    const keys = { WEIR_TOKEN_KEY: rotatedKey, WEIR_TOKEN_KEY_PREVIOUS: old };
    const early = await run(["keys", "rotate"], keys);
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining("Not every process uses the new key yet"),
    ]);
    expect(early.stderr).toContain(`process ${ingest.process.pid}`);

    const before = [...weir.nodes];
    for (const { process } of before) process.kill("SIGTERM");
    for (const { process } of before) await process.exited;
    weir.launch("process", keys);
    [ingest, manage] = [weir.launch("ingest", keys), weir.launch("manage", keys)];
    for (const node of [ingest, manage]) await weir.untilReady(node);
    const done = await run(["keys", "rotate"], keys);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("encrypted again") });
    const shown = await run(["device", "token", device.uuid, "--json"], { WEIR_TOKEN_KEY: rotatedKey });
    expect(JSON.parse(shown.stdout).token).toBe(device.token);
  });

  test("say what to do where they do not apply, and which engine they cannot reach", async () => {
    for (const command of ["backup", "restore"]) {
      const refused = await run([command, join(folder.path, "copy")]);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining("docs/guide/cluster-backup.md"),
      ]);
    }
    const env = { WEIR_NATS_URL: "nats://127.0.0.1:1", WEIR_TOKEN_KEY: rotatedKey };
    const lost = await run(["user", "list"], env);
    expect([lost.code, lost.stderr]).toEqual([
      1,
      expect.stringContaining("Cannot reach NATS at 127.0.0.1:1"),
    ]);
  });

  test("accept the key of an operator who has lost the other one, and say in the audit log which", async () => {
    const key = Buffer.alloc(32, "accepted");
    const accepted = await run(["cluster", "accept-key", "--yes"], {
      WEIR_TOKEN_KEY: key.toString("base64"),
    });
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("Start them now.") });
    const entries = await sql`SELECT actor_kind, source, subject_kind, subject, confirmed
      FROM weir_control.audit_log WHERE action = 'key.accept'`;
    expect([...entries]).toEqual([
      {
        actor_kind: "operator",
        source: "command line",
        subject_kind: "key",
        confirmed: 1,
        subject: givenTokenKey(key).current.id.toString("hex"),
      },
    ]);
  });
});
