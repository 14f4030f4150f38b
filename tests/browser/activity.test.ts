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
import { sendReadings } from "./world/world-traffic.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);

describeUnless(problem, "activity", () => {
  let served: ServedDashboard;
  beforeAll(async () => {
    served = await serveWithOwner();
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test("shows a request as it arrives, creates the sensor it named in vain, and submits its reading again", async () => {
    const owner = await ManageSession.signIn(served.url, solePerson);
    const device = await owner.do("POST", "./devices", {
      ...{ name: "Shed", quarantine: true },
      sensors: [{ slug: "temperature", name: "Temperature" }],
    });
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    await visit({ ...served, person: solePerson }, async (page) => {
      await page.goto("/activity");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await sendReadings(served.url, device, "/readings", {
        data: [
          { sensor_slug: "temperature", value: 21.5 },
          { sensor_slug: "Temp", value: 22.25, timestamp },
        ],
      });
      const row = page.getByRole("link").filter({ hasText: "Shed" });
      await row.filter({ hasText: /did you mean/i }).waitFor();
      await row.click();
      await page.getByRole("button", { name: "Create the sensor “Temp”" }).click();
      const creating = page.getByRole("dialog", { name: "Create a sensor" });
      expect(await creating.getByLabel("Slug").inputValue()).toBe("Temp");
      await creating.getByRole("button", { name: "Create the sensor" }).click();
      const created = page.getByRole("dialog", { name: "The sensor “Temp” exists now" });
      await created.getByRole("button", { name: "Submit it again" }).click();
      await created.waitFor({ state: "detached" });
      await page.goto("/activity/quarantine");
      await page.getByText("The quarantine is empty").waitFor();
    });
    await waitUntil("the reading is saved", async () => {
      const { latest } = await owner.do("GET", `./devices/${device.uuid}/sensors/Temp`);
      return latest?.value === 22.25 && Date.parse(latest.at) === Date.parse(timestamp);
    });
    expect((await owner.do("GET", "./quarantine")).items).toEqual([]);
  });
});
