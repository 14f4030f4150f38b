import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir } from "./weir-command.ts";

setDefaultTimeout(60_000);

test("creates, shows, changes, applies and deletes templates, without a running server", async () => {
  using folder = tempFolder();
  const file = join(folder.path, "freezer.json");
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await weir([...args, "--data", join(folder.path, "data")]);
    expect([stderr, code]).toEqual(["", 0]);
    return stdout;
  };
  writeFileSync(file, JSON.stringify({ name: "Freezer", sensors: [{ slug: "temperature", unit: "°C" }] }));
  expect(await run("template", "create", file)).toStartWith("Created template Freezer (");
  const created = await run(
    "device",
    "create",
    "Freezer 1",
    "--template",
    "Freezer",
    "--no-follow",
    "--json",
  );
  const device = JSON.parse(created).uuid as string;
  const shown = await run("template", "show", "Freezer", "--json");
  // As another account would print it, where the chain has another UUID.
  const chain = "0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b";
  const references = [{ kind: "chain", uuid: chain, name: "Default" }];
  writeFileSync(file, JSON.stringify({ ...JSON.parse(shown), handling: "lenient", chain, references }));
  expect(await run("template", "update", "Freezer", file)).toContain("0 devices that follow it");
  expect(await run("template", "create", file, "--name", "Copy")).toContain("Copy");
  expect(await run("template", "show", "Freezer")).toMatch(
    /Chain +Default\n[\s\S]*Handling +lenient[\s\S]*temperature +temperature +- +°C/,
  );
  expect(await run("template", "apply", device)).toBe("The device is what the template Freezer says.\n");
  expect(await run("device", "show", device)).toMatch(/Template +Freezer, whose changes it does not follow/);
  expect(await run("template", "list")).toMatch(/Copy .* 1 +0 +0 +0\n.*Freezer .* 1 +1 +0 +0/);
  expect(await run("template", "delete", "Copy", "--yes")).toBe("Deleted template Copy.\n");
});
