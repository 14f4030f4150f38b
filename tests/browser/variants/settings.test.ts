import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { WeirInstallation } from "../../harness/weir-installation.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { untilShown } from "../harness/every-page.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { phone, visit } from "../harness/visit.ts";
import { letIn } from "../world/world-people.ts";

await describeWithOwner("settings", (at) => {
  beforeAll(async () => {
    await letIn(at.served.url, at.owner, at.people.editor, "editor");
    await at.owner.do("POST", "./device-groups", { name: "Greenhouses" });
    await at.owner.do("POST", "./sensor-types", { name: "Salinity", unit: "g/l", min: 0, max: 40 });
    await at.owner.do("POST", "./api-keys", { name: "Grafana", scopes: ["readings:read", "devices:read"] });
    await at.owner.do("POST", "./invitations", { email: at.people.viewer.email, role: "viewer" });
  }, setUpTimeoutMs);

  test("fit a phone: nothing leaves its card, and row actions are behind a menu", async () => {
    await visit({ ...at.served, person: at.person, viewport: phone }, async (page) => {
      const sections = ["members", "api-keys", "secrets", "profile"].map((section) => `/settings/${section}`);
      for (const path of [...sections, "/devices/groups", "/devices/sensor-types"]) {
        await page.goto(path);
        await untilShown(page);
        expect({ path, cut: await cutOff(page) }).toEqual({ path, cut: [] });
      }
      await page.goto("/devices/groups");
      await page.getByRole("button", { name: "Actions for Greenhouses" }).click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await page.getByRole("dialog", { name: "Edit group" }).waitFor();
    });
  });

  test("keep the input while the server is unreachable, and send it afterwards", async () => {
    const { email, password } = at.person;
    await using weir = new WeirInstallation({
      env: { WEIR_OWNER_EMAIL: email, WEIR_OWNER_PASSWORD: password },
    });
    const server = await weir.start();
    await visit({ browser: at.served.browser, url: weir.url, person: at.person }, async (page, faults) => {
      await page.goto("/devices/groups");
      await page.getByRole("button", { name: "New group" }).click();
      const form = page.getByRole("dialog", { name: "New group" });
      await form.getByLabel("Name").fill("Orchard");
      await server.stop();
      await form.getByRole("button", { name: "Create group" }).click();
      await form.getByText("Can’t reach the server.").waitFor();
      expect(await form.getByLabel("Name").inputValue()).toBe("Orchard");
      await weir.start();
      await form.getByRole("button", { name: "Create group" }).click();
      await form.waitFor({ state: "detached" });
      await page.getByRole("cell", { name: "Orchard", exact: true }).waitFor();
      // All requests failed meanwhile, as expected.
      faults.length = 0;
    });
  });
});

/** Elements that reach over the edge of their card or of the screen. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main td, main button, main select, main input")]
    .filter((element) => {
      const frame = element.closest("section") ?? document.body;
      return element.getBoundingClientRect().right > frame.getBoundingClientRect().right;
    })
    .map((element) => element.outerHTML.slice(0, 200))`);
}
