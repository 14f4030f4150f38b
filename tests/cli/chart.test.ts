import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { chartDefinition } from "@weir/protocol/manage/chart-forms";
import { unwrap } from "@weir/protocol/result";
import { savedCharts } from "../../packages/server/src/manage/charts/saved-charts.ts";
import { makeAccount, openTestControl } from "../../packages/server/src/manage/test-control.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());
const dataDir = folder.path;
const chart = (...args: string[]) => weir(["chart", ...args, "--data", dataDir]);

/** Saves a chart, as the dashboard does. */
async function saveChart(): Promise<void> {
  const { control } = openTestControl(dataDir);
  const { id } = await makeAccount(control);
  const device = "0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b";
  const definition = chartDefinition.parse({
    sensors: [
      { device, sensor: "inside" },
      { device, sensor: "outside" },
    ],
    derived: [{ name: "Difference", expression: "a - b" }],
  });
  const editor = { accountId: id, userId: null, role: "owner" } as const;
  unwrap(
    await savedCharts.operations.create(control, editor, { owner: "account", name: "Cooling", definition }),
  );
  await control.close();
}

test("lists, shows and deletes saved charts", async () => {
  await saveChart();
  expect((await chart("list")).stdout).toMatch(/^Cooling +[0-9a-f-]{36} +1 +\d{4}-/m);
  const { stdout } = await chart("show", "Cooling");
  expect(stdout).toContain("Shows the mean of the last 24h.");
  expect(stdout).toMatch(/\na +inside +0b0c9a34.*\nb +outside .*\n= +Difference +a - b/);
  expect((await chart("delete", "Cooling")).stdout).toBe("Deleted saved chart Cooling.\n");
});
