import { beforeAll, expect, test } from "bun:test";
import { ManageSession } from "../../browser/world/manage-session.ts";
import { letIn } from "../../browser/world/world-people.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilLive } from "../harness/until-live.ts";

describeServedPages("settings", (at) => {
  beforeAll(async () => {
    await letIn(at.served.url, at.owner, at.people.editor, "editor");
    await at.owner.do("POST", "./device-groups", { name: "Greenhouses" });
    await at.owner.do("POST", "./sensor-types", { name: "Salinity", unit: "g/l", min: 0, max: 40 });
    await at.owner.do("POST", "./api-keys", { name: "Grafana", scopes: ["readings:read", "devices:read"] });
    await at.owner.do("POST", "./invitations", { email: at.people.viewer.email, role: "viewer" });
  });

  test("warn of the link of an invitation that works only on this computer", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/members");
      await page.getByRole("button", { name: "Invite member" }).click();
      await page.getByLabel("Email").fill("far@example.org");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const link = await page.getByRole("region", { name: "Link" }).innerText();
      const warning = `This link works only on this computer, because it leads to ${new URL(link).host}.`;
      await page.getByText(warning).waitFor();
    });
  });

  test("name the inviter and the expiry in an invitation, which disappears from the open page once it is accepted", async () => {
    const { email, name, password } = {
      email: "nora@example.org",
      name: "Nora",
      password: "seven tall poplars",
    };
    await at.visit(async (page) => {
      await page.goto("/settings/members");
      await untilLive(page);
      const { token } = await at.owner.do("POST", "./invitations", { email, role: "viewer" });
      const row = page.getByRole("table", { name: "Open invitations" }).getByRole("row", { name: email });
      expect(await row.innerText()).toContain("in 7 d");
      const { items } = await at.owner.do("GET", "./members");
      const owner = items.find(({ role }: { role: string }) => role === "owner");
      expect(await row.innerText()).toContain(owner.name);
      await fetch(`${at.served.url}/api/manage/v1/invitations/accept`, {
        method: "POST",
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: JSON.stringify({ token, name, password }),
      });
      await row.waitFor({ state: "detached" });
      await page.getByRole("table", { name: "Members" }).getByRole("row", { name: email }).waitFor();
    });
  });

  test("show limits with their current use, and update it", async () => {
    await at.visit(async (page) => {
      await page.goto("/system/limits");
      const { items } = await at.owner.do("GET", "./limits");
      const { used } = items.find(({ name }: { name: string }) => name === "devices");
      await page.getByText(`${used} of 100,000`, { exact: true }).waitFor();
      for (const { setting } of items) await page.getByText(setting, { exact: true }).first().waitFor();
      await page.getByText("The operator has not set a limit.").waitFor();
      await at.owner.do("POST", "./devices", { name: "One more", sensors: [] });
      await page.reload();
      await page.getByText(`${used + 1} of 100,000`, { exact: true }).waitFor();
    });
  });

  test("find by device who disabled it, even in a bulk change", async () => {
    const [boiler, pump] = await Promise.all(
      ["Boiler", "Pump"].map((name) => at.owner.do("POST", "./devices", { name, sensors: [{ slug: "a" }] })),
    );
    const bo = await ManageSession.signIn(at.served.url, at.people.editor, at.owner.account);
    await bo.do("POST", "./devices/bulk-update", { devices: [boiler.uuid, pump.uuid], enabled: false });
    await at.visit(async (page) => {
      await page.goto("/system/audit");
      await page.getByLabel("Device", { exact: true }).click();
      await page.getByRole("option", { name: "Boiler" }).click();
      const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
      await waitUntil("only those of the boiler are shown", async () => (await entries.count()) === 2);
      const newest = await entries.first().innerText();
      expect(newest).toContain("Devices disabled");
      expect(newest).toContain("Boiler, Pump");
      expect(newest).toContain(at.people.editor.name);
    });
  });

  test("name the changed object in the audit log, with a link while it exists, and fold saves of a draft", async () => {
    const device = await at.owner.do("POST", "./devices", { name: "Freezer 7", sensors: [{ slug: "a" }] });
    const definition = { nodes: [{ id: "input", type: "input", position: { x: 0, y: 0 } }], wires: [] };
    const chain = await at.owner.do("POST", "./chains", { name: "Cold room", definition });
    for (let revision = 1; revision <= 3; revision++) {
      const headers = { "if-match": `"${revision}"` };
      await at.owner.do("PUT", `./chains/${chain.uuid}/draft`, definition, headers);
    }
    await at.owner.do("PUT", "./secrets/partner", { value: "hidden from the log" });
    await at.visit(async (page) => {
      await page.goto("/system/audit");
      const log = page.getByRole("list", { name: "Audit log" });
      const [secret, saves, created, ofDevice] = [0, 1, 2, 3].map((place) => log.locator("> li").nth(place));
      await secret!.getByText("partner", { exact: true }).waitFor();
      const folded = saves!.getByRole("button", { name: /^Saved the draft 3 times, \d?\d:\d\d/ });
      await folded.waitFor();
      await saves!.getByRole("link", { name: "Cold room" }).waitFor();
      await created!.getByRole("button", { name: "Chain created" }).waitFor();
      await folded.press("Enter");
      await saves!.getByRole("button", { name: "Draft saved" }).nth(2).waitFor();
      expect(await saves!.getByRole("button", { name: "Draft saved" }).count()).toBe(3);
      await saves!.getByRole("button", { name: "Draft saved" }).first().click();
      await saves!.getByText("chain.save-draft").waitFor();

      await ofDevice!.getByRole("link", { name: "Freezer 7" }).click();
      await page.getByRole("heading", { level: 1, name: "Freezer 7" }).waitFor();
      // Leaves the page before the device is deleted, because an open device page requests a deleted device once more
      // and gets a 404.
      await page.goto("/system/audit");
      await log.waitFor();
      await at.owner.do("DELETE", `./devices/${device.uuid}`);
      await page.reload();
      await log.locator("> li").first().getByText("Freezer 7", { exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Freezer 7" }).count()).toBe(0);
    });
    // The API keeps every save.
    const { items } = await at.owner.do("GET", "./audit?action=chain.save-draft");
    expect(items).toHaveLength(3);
  });
});
