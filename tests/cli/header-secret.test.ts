import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { node, ServedChains, wire } from "./served-chains.ts";
import type { CreatedDevice } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const received: (string | null)[] = [];
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch({ headers }) {
    received.push(headers.get("authorization"));
    return new Response(null, { status: 204 });
  },
});
let weir: ServedChains;
let device: CreatedDevice;

beforeAll(async () => {
  weir = await ServedChains.start({ outbox_allow: "127.0.0.1" });
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const headers = [{ name: "Authorization", value: "Bearer {{secret.partner}} {{value}}" }];
  device = await weir.addDevice(
    "Telling",
    [node("input", "input"), node("tell", "webhook", { url, headers }), node("save", "save")],
    [wire("input", "out", "tell"), wire("tell", "queued", "save")],
  );
});
afterAll(async () => {
  await weir[Symbol.asyncDispose]();
  await receiver.stop(true);
});

interface Message {
  readonly id: number;
  readonly state: string;
  readonly last_error: string | null;
}

const newest = async () => (await weir.json<Message[]>("outbox", "list"))[0]!;
const setSecret = (value: string) => weir.run("secret", "set", "partner", "--value", value);

test("sends a header with the current value of the secret it refers to", async () => {
  await weir.send(device, 1);
  await waitUntil("a try has failed", async () => (await newest()).last_error !== null);
  const waiting = await newest();
  expect(waiting).toMatchObject({
    state: "waiting",
    last_error: 'The account has no secret named "partner".',
  });

  await setSecret("first-password-value");
  // The server may have retried it by then, so it arrives once or twice.
  await weir.run("outbox", "retry", String(waiting.id));
  await waitUntil("it is received", () => received.length > 0);
  expect(new Set(received)).toEqual(new Set(["Bearer first-password-value 1"]));

  await setSecret("second-password-value");
  await weir.send(device, 2);
  await waitUntil("the next one is received", () => received.includes("Bearer second-password-value 2"));
  expect(received).not.toContain("Bearer first-password-value 2");
});

unlessCluster("a cluster has no files")(
  "keeps the secret out of every file, list and log of the installation",
  async () => {
    const shown = [
      await weir.run("outbox", "show", String((await newest()).id)),
      await weir.run("outbox", "list", "--json"),
      await weir.run("chain", "export", "Telling"),
      await weir.run("chain", "trace", "Telling", "--json"),
      await weir.run("dead-letter", "list", "--json"),
    ];
    for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toContain("password-value");
    await weir.stop();
    const files = readdirSync(weir.dataDir).filter((name) => !name.endsWith(".sock"));
    expect(files).toContain("weir.db");
    for (const name of files) {
      const bytes = readFileSync(join(weir.dataDir, name));
      expect([name, bytes.includes("password-value")]).toEqual([name, false]);
    }
  },
);
