import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { managePath } from "@weir/protocol/manage/route";
import {
  listenControl,
  manageByServer,
} from "../../packages/server/src/installation/embedded/control-socket.ts";
import { operatorHeaders } from "../../packages/server/src/platform/operator-name.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { auditOf } from "./audit-of.ts";
import { createDevice, weir, weirJson } from "./weir-command.ts";

// Each command is a process, which takes a while on a busy machine.
setDefaultTimeout(60_000);

test("records in the audit log what commands show and change, in the operator's name and without secrets", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const run = (...args: string[]) => weir([...args, "--data", dataDir]);
  const { uuid: device, token } = await createDevice(dataDir, "temperature");
  expect((await run("device", "token", device)).stdout).toContain(token);
  const { token: next } = await weirJson<{ token: string }>([
    "device",
    "token",
    device,
    "--regenerate",
    "--overlap",
    "60",
    "--data",
    dataDir,
  ]);
  const changes = [
    ["device", "update", device, "--name", "Furnace"],
    ["device", "disable", device],
    ["sensor", "add", device, "flow"],
    ["sensor", "remove", device, "flow"],
    ["group", "create", "Cellar"],
    ["secret", "set", "mqtt", "--value", "hush-hush"],
    ["secret", "show", "mqtt"],
    ["chain", "create", "Cold store"],
    ["chain", "rename", "Cold store", "Warm store"],
    ["chain", "delete", "Warm store"],
    ["device", "delete", device],
  ];
  for (const change of changes) expect(await run(...change)).toMatchObject({ code: 0 });

  const entries = await auditOf(dataDir, "Default");
  expect(entries.map(({ action }) => action)).toEqual([
    "account.create",
    "device.create",
    "token.show",
    "token.regenerate",
    "device.update",
    "device.update",
    "sensor.create",
    "sensor.delete",
    "device-group.create",
    "secret.set",
    "secret.show",
    "chain.create",
    "chain.rename",
    "chain.delete",
    "device.delete",
  ]);
  expect(entries[3]).toMatchObject({
    actorKind: "operator",
    source: "command line",
    subjectKind: "device",
    subject: device,
    after: { overlap: { seconds: 60 } },
  });
  expect(entries.every(({ actor }) => actor !== "")).toBe(true);
  const text = JSON.stringify(entries);
  for (const secret of [token, next, "hush-hush"]) expect(text).not.toContain(secret);
});

test("does not record refusals and reads in the audit log", async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, "data");
  const { uuid: device } = await createDevice(dataDir, "temperature");
  const other = "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21";
  expect((await weir(["device", "token", other, "--data", dataDir])).code).toBe(1);
  expect((await weir(["device", "show", device, "--data", dataDir])).code).toBe(0);
  expect((await weir(["secret", "list", "--data", dataDir])).code).toBe(0);
  expect((await auditOf(dataDir, "Default")).map(({ action }) => action)).toEqual([
    "account.create",
    "device.create",
  ]);
});

test("says which system user runs a command, and the server records that name", async () => {
  using folder = tempFolder();
  const said: (string | null)[] = [];
  const manage = async ({ headers }: Request) => {
    said.push(headers.get("weir-operator"));
    return Response.json({ items: [], next: null });
  };
  const listening = listenControl(folder.path, { manage, changed: () => Promise.resolve() });
  try {
    await weir(["account", "list", "--data", folder.path]);
  } finally {
    listening.close();
  }
  expect(said).toEqual(Object.values(operatorHeaders(process.env.SUDO_USER)));

  await using installation = new WeirInstallation();
  const { dataDir } = installation;
  await createDevice(dataDir, "temperature");
  await installation.start();
  const accounts = await manageByServer(dataDir, `${managePath}/accounts`, {});
  const [{ uuid }] = ((await accounts!.json()) as { items: [{ uuid: string }] }).items;
  const made = await manageByServer(dataDir, `${managePath}/accounts/${uuid}/device-groups`, {
    method: "POST",
    headers: { "content-type": "application/json", "Weir-Operator": "ada" },
    body: '{"name":"Cellar"}',
  });
  expect(made!.status).toBe(201);
  const entries = await auditOf(dataDir, "Default");
  expect(entries.map(({ action, actor }) => [action, actor])).toContainEqual(["device-group.create", "ada"]);
});
