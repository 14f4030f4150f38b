import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import type { CreatedDevice } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const secret = "hunter2";
let weir: ServedChains;
let device: CreatedDevice;

beforeAll(async () => {
  weir = await ServedChains.start();
  // Nothing listens there, and an operator would have to allow such an address first, so the message is never
  // delivered.
  const url = `http://127.0.0.1:9/in?token=${secret}`;
  const headers = [{ name: "X-Key", value: secret }];
  device = await weir.addDevice(
    "Telling",
    [node("input", "input"), node("tell", "webhook", { url, headers })],
    [wire("input", "out", "tell")],
  );
});
afterAll(() => weir[Symbol.asyncDispose]());

interface Message {
  readonly id: number;
  readonly state: string;
}

const messages = (...args: string[]) => weir.json<Message[]>("outbox", "list", ...args);

test("lists, shows and retries messages, and hides their secrets", async () => {
  expect((await weir.run("outbox", "list")).stdout).toStartWith("No messages yet. ");
  await weir.send(device, 5, 6);
  const [newest, oldest, ...others] = await messages();
  expect(others).toEqual([]);
  expect(newest).toMatchObject({
    destination: "http://127.0.0.1:9",
    chain: { name: "Telling" },
    node: "tell",
    sensor: { slug: "a" },
    device: { uuid: device.uuid },
    account: weir.account,
    key: expect.stringMatching(/^msg_/),
    message: { kind: "webhook", url: "http://127.0.0.1:9/in?(hidden)", headers: { "X-Key": "(hidden)" } },
  });
  const table = await weir.run("outbox", "list");
  expect(table.stdout).toMatch(/^ID +STATE +CREATED +KIND +TO +TRIES +SENSOR +REASON$/m);
  const shown = await weir.run("outbox", "show", String(newest!.id));
  expect(shown.stdout).toMatch(/^URL +http:\/\/127\.0\.0\.1:9\/in\?\(hidden\)$/m);
  expect(shown.stdout).toMatch(/^Signed with +secret webhook$/m);
  expect(shown.stdout).toContain('"value":6');
  const asJson = await weir.run("outbox", "show", String(newest!.id), "--json");
  for (const { stdout } of [table, shown, asJson]) expect(stdout).not.toContain(secret);

  const ids = [newest!.id, oldest!.id].map(String);
  const retried = await weir.run("outbox", "retry", ...ids);
  expect(retried.code).toBe(0);
  expect(
    retried.stdout.match(/^The webhook \d+ to \S+ (is already waiting to be sent|will be sent again)\.$/gm),
  ).toHaveLength(2);
});

test("filters messages by device, sensor, chain, node and kind", async () => {
  await weir.send(device, 8);
  const [newest] = (await messages()) as [Message];
  const { uuid } = device;
  for (const args of [
    ["--device", uuid, "--sensor", "a"],
    ["--chain", "Telling", "--node", "tell"],
    ["--kind", "webhook"],
  ]) {
    expect((await messages(...args))[0]).toMatchObject({ id: newest.id });
  }
  for (const args of [
    ["--chain", "Default"],
    ["--node", "input"],
    ["--kind", "mqtt"],
  ]) {
    expect((await weir.run("outbox", "list", ...args)).stdout).toBe("No matching messages.\n");
  }
  const { code, stderr } = await weir.run("outbox", "list", "--chain", "Nobody's");
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: There is no chain "Nobody\'s".\n' });
});

unlessCluster("operator commands need a data folder")(
  "does not find a message that does not exist or belongs to another account",
  async () => {
    await weir.send(device, 7);
    const [{ id }] = (await messages()) as [Message];
    expect((await weir.run("account", "create", "Other")).code).toBe(0);
    expect(await messages("--account", "Other")).toEqual([]);
    for (const args of [["999999"], [String(id), "--account", "Other"]]) {
      for (const verb of ["show", "retry"]) {
        const { code, stderr } = await weir.run("outbox", verb, ...args);
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: `error: There is no message ${args[0]} in the outbox.\n`,
        });
      }
    }
  },
);

test.each([
  ["--state", "lost", "waiting, delivered, dead"],
  ["--kind", "fax", "webhook, mail, mqtt"],
])("rejects an unknown %s as incorrect usage", async (option, value, words) => {
  const { code, stderr } = await weir.run("outbox", "list", option, value);
  expect(code).toBe(2);
  expect(stderr).toContain(words);
});

unlessCluster("a cluster has no files that a command could read without a server")(
  "lists and shows messages without a server, and says that a retry needs one",
  async () => {
    // Some are still being tried, so their state may change until the server has stopped.
    const ids = async () => (await messages()).map((message) => message.id);
    const listed = await ids();
    const [id] = listed as [Message["id"]];
    await weir.stop();
    expect(await ids()).toEqual(listed);
    expect((await weir.run("outbox", "show", String(id))).stdout).toMatch(/^Account +Default$/m);
    const { code, stderr } = await weir.run("outbox", "retry", String(id), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: "server_not_running" } });
  },
);
