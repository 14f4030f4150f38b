import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { ManageSession } from "./world/manage-session.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);

describeUnless(problem, "the list of devices", () => {
  let served: ServedDashboard;
  let owner: ManageSession;
  beforeAll(async () => {
    served = await serveWithOwner({ WEIR_DEMO: "false" });
    owner = await ManageSession.signIn(served.url, solePerson);
    for (const name of ["North", "South"]) await owner.do("POST", "./device-groups", { name });
    for (let n = 1; n <= 5; n++)
      await owner.do("POST", "./devices", { name: `Probe ${n}`, group: n === 1 ? "North" : null });
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  const groups = async (): Promise<(string | null)[]> =>
    (await owner.do("GET", "./devices")).items.map(({ group }: { group: string | null }) => group);

  test("chooses a range with shift, moves it, and puts every device back where it was", async () => {
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/devices");
      await page.getByLabel("Select Probe 1").click();
      await page.getByLabel("Select Probe 4").click({ modifiers: ["Shift"] });
      const bar = page.getByRole("region", { name: "Selected devices" });
      await bar.getByText("4 selected").waitFor();
      await bar.getByRole("button", { name: "Move" }).click();
      const move = page.getByRole("dialog", { name: "Move 4 devices" });
      await move.getByLabel("Group").selectOption("South");
      await move.getByRole("button", { name: "Move" }).click();
      await page.getByText("4 devices moved to South").waitFor();
      expect(await groups()).toEqual(["South", "South", "South", "South", null]);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Taken back.").waitFor();
    });
    expect(await groups()).toEqual(["North", null, null, null, null]);
  });

  test("disables all that are chosen, shows them as such, and takes it back", async () => {
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/devices");
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Disable", exact: true }).click();
      await page.getByText("5 devices disabled").waitFor();
      await page.getByRole("button", { name: "Disabled 5" }).waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Never seen 5" }).waitFor();
    });
    await waitUntil(
      "all are enabled",
      async () => (await owner.do("GET", "./devices/counts")).disabled === 0,
    );
  });
});
