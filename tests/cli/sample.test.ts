import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serve, weir } from "./weir-command.ts";

// Starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

test("starts with sample data, shows it and removes it", async () => {
  using folder = tempFolder();
  const data = join(folder.path, "data");
  await using _server = await serve(data, "--sample", "--no-demo");
  const sample = (...args: string[]) => weir(["sample", ...args, "--data", data]);
  const loaded = /^Sample data with 14 devices, loaded \d{4}-.*keep sending/;
  await waitUntil("the sample data is loaded", async () => loaded.test((await sample("show")).stdout));
  const again = await sample("load");
  expect([again.code, again.stderr]).toEqual([
    1,
    "error: The account already has sample data. Remove it first.\n",
  ]);
  expect((await sample("remove", "--yes")).stdout).toBe("Removed the sample data.\n");
  const isGone = async () => (await sample("show")).stdout.includes("The account has no sample data.");
  await waitUntil("what is stored of it is deleted", isGone);
});
