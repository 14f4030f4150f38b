import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { phone, visit } from "./harness/visit.ts";
import { ManageSession } from "./world/manage-session.ts";
import { sendReadings } from "./world/world-traffic.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);

describeUnless(problem, "Home", () => {
  let served: ServedDashboard;
  beforeAll(async () => {
    served = await serveWithOwner({ WEIR_DEMO: "false" });
    const owner = await ManageSession.signIn(served.url, solePerson);
    const sensors = [{ slug: "temperature" }];
    const sending = await owner.do("POST", "./devices", { name: "Sending", sensors });
    await owner.do("POST", "./devices", { name: "Waiting", sensors });
    await owner.do("POST", "./devices", { name: "Resting", enabled: false });
    for (const slug of ["temperature", "Temp"])
      await sendReadings(served.url, sending, "/readings", { data: [{ sensor_slug: slug, value: 21.5 }] });
    // So that what was noticed of them is written down.
    await owner.do("GET", "./devices?troubled=true");
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test.each([
    ["Devices online", "Sending"],
    ["1 never seen", "Waiting"],
    ["1 disabled", "Resting"],
    ["1 device refused or rejected", "Sending"],
  ])("“%s” leads to the devices that it counts", async (figure, name) => {
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: figure }).click();
      await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
      const listed = page
        .getByRole("table", { name: "Devices" })
        .getByRole("link")
        .filter({ hasNotText: "Rejected lately" });
      await listed.filter({ hasText: name }).waitFor();
      expect(await listed.allTextContents()).toEqual([name]);
    });
  });

  test("says which device sends what is not taken, and leads to its requests", async () => {
    await visit({ ...served, person: solePerson, viewport: phone }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: /^Sending sends what is not taken/ }).click();
      await page.getByRole("heading", { name: "Sending", level: 1 }).waitFor();
      await page.getByText("Temp").first().waitFor();
    });
  });
});
