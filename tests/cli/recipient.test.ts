import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { createDevice, weir, weirJson } from "./weir-command.ts";

setDefaultTimeout(60_000);

test("lists the addresses of a chain as waiting to be asked when it is published without a running server", async () => {
  using folder = tempFolder();
  const data = ["--data", folder.path];
  await createDevice(folder.path, "a");
  expect((await weir(["recipient", "list", ...data])).stdout).toContain("No recipients yet.");
  const file = join(folder.path, "chain.json");
  const definition = {
    nodes: [
      { id: "in", type: "input" },
      { id: "mail", type: "email", config: { to: "ops@example.org" } },
    ],
    wires: [{ from: "in", output: "out", to: "mail" }],
  };
  await Bun.write(file, JSON.stringify({ format: "weir-chain", version: 1, name: "Tell", definition }));
  expect((await weir(["chain", "import", file, "--publish", ...data])).code).toBe(0);
  const table = (await weir(["recipient", "list", ...data])).stdout;
  expect(table).toMatch(/^ADDRESS +ACCOUNT +STATE +ASKED +ANSWERED$/m);
  expect(table).toMatch(/^ops@example\.org +\S+ +waiting +- +-$/m);
  expect(await weirJson(["recipient", "list", "--json", ...data])).toEqual([
    {
      uuid: expect.any(String),
      email: "ops@example.org",
      account: "Default",
      state: "waiting",
      asked_at: null,
      answered_at: null,
      created_at: expect.any(String),
    },
  ]);
});
