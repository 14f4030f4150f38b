import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir, weirJson } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const board = (...args: string[]) => weir(["board", ...args, "--data", join(folder.path, "data")]);
const definition = {
  variable: { kind: "device", default: null, within: null },
  span: "7d",
  tiles: [
    {
      id: "now",
      kind: "value",
      title: "Now",
      place: { x: 0, y: 0, width: 3, height: 2 },
      settings: { source: { device: null, sensor: "temperature" } },
    },
  ],
};

test("imports, lists, shows, exports and deletes boards", async () => {
  const file = join(folder.path, "freezers.json");
  const exported = { format: "weir-board", version: 1, name: "Freezers", definition };
  await Bun.write(file, JSON.stringify(exported));
  expect((await board("import", file)).stdout).toMatch(
    /^Imported board Freezers \(.{36}\) as version 1\.\n$/,
  );
  expect((await board("list")).stdout).toMatch(/^Freezers +[0-9a-f-]{36} +1 +\d{4}-/m);
  expect((await board("show", "Freezers")).stdout).toMatch(
    /Shows the last 7d, with a picker for a device\.\n.*\nnow +value +Now/,
  );
  const again = await weirJson<object>(["board", "export", "Freezers", "--data", join(folder.path, "data")]);
  expect(again).toEqual(exported);
  const replaced = await board("import", file, "--into", "Freezers", "--name", "Cold store");
  expect(replaced.stdout).toContain("Imported board Cold store");
  expect(replaced.stdout).toContain("as version 2.");
  expect((await board("delete", "Cold store")).stdout).toBe("Deleted board Cold store.\n");
  expect((await board("show", "Cold store")).stderr).toBe('error: The account has no board "Cold store".\n');
});

test("shares a board by a link, lists its links and revokes them", async () => {
  const made = await board("share", "All devices", "--days", "7", "--name", "Hall");
  expect(made.stdout).toMatch(/^http\S+\/shared#wsl_[\w-]{43}\nWorks until \d{4}-/);
  expect(made.stdout).toContain(
    "\nThis link works only on the computer of the server, because it leads to 127.",
  );
  const listed = await board("links", "All devices");
  const [, link] = /^([0-9a-f-]{36}) +Hall .* never\n?$/m.exec(listed.stdout) ?? [];
  expect((await board("unshare", "All devices", link!, "--yes")).stdout).toBe(`Revoked the link ${link}.\n`);
  expect((await board("links", "All devices")).stdout).toContain("The board is not shared.");
  expect((await board("share", "All devices", "--days", "400")).stderr).toContain("expires_in_days");
});

test("refuses a file that is not a board, and names the field that is wrong", async () => {
  const file = join(folder.path, "other.json");
  await Bun.write(file, JSON.stringify({ format: "weir-chain" }));
  expect((await board("import", file)).stderr).toBe(`error: ${file} is not a board exported from Weir.\n`);
  const wrong = { format: "weir-board", version: 1, name: "A", definition: { ...definition, span: "2h" } };
  await Bun.write(file, JSON.stringify(wrong));
  expect((await board("import", file)).stderr).toContain("definition.span");
});
