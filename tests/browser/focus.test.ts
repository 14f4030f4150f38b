import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { visit } from "./harness/visit.ts";
import type { Person } from "./world/manage-session.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("the keyboard focus", (at) => {
  test("moves into the dialog that edits a sensor, even if it replaces another, and then back to the row", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", {
      name: "Shed",
      sensors: [{ slug: "heat", name: "Heat" }],
    });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/sensors`);
      const edit = page.getByRole("button", { name: "Edit Heat", exact: true });
      await edit.press("Enter");
      const form = page.getByRole("dialog", { name: "Edit Heat" });
      await untilFocused(page, form.getByLabel("Name"));
      await page.keyboard.press("Tab");
      await untilFocused(page, form.getByLabel("Slug"));
      await page.keyboard.type("ing");
      await page.keyboard.press("Escape");
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Keep editing" }).press("Enter");
      await untilFocused(page, form.getByLabel("Name"));
      await page.keyboard.press("Escape");
      await question.getByRole("button", { name: "Leave" }).press("Enter");
      await untilFocused(page, edit);
    });
  });

  test("need not leave the typed text: Enter confirms once it is right", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", {
      name: "Barn",
      sensors: [{ slug: "damp", name: "Damp" }],
    });
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/sensors`);
      await page.getByRole("button", { name: "Remove… Damp" }).press("Enter");
      const confirm = page.getByRole("dialog", { name: "Remove Damp?" });
      await untilFocused(page, confirm.getByRole("textbox"));
      await page.keyboard.type("dam");
      await page.keyboard.press("Enter");
      await page.keyboard.type("p");
      expect((await at.owner.do("GET", `./devices/${uuid}/sensors`)).items).toHaveLength(1);
      await page.keyboard.press("Enter");
      await confirm.waitFor({ state: "detached" });
      expect((await at.owner.do("GET", `./devices/${uuid}/sensors`)).items).toHaveLength(0);

      // A question that a form asks is not part of that form: answering it does not submit the form again.
      const { promise: isGone, resolve: goOn } = Promise.withResolvers<void>();
      await page.route("**/retention", async (route) => {
        if (route.request().method() !== "GET") await isGone;
        await route.continue();
      });
      await page.goto("/settings/retention");
      const keep = page.getByLabel("Keep readings").first();
      await keep.selectOption("365");
      await page.getByRole("button", { name: "Save" }).first().press("Enter");
      const older = page.getByRole("dialog", { name: "Delete older readings?" });
      await untilFocused(page, older.getByRole("textbox"));
      await page.keyboard.type("delete");
      await page.keyboard.press("Enter");
      await older.waitFor({ state: "detached" });
      goOn();
      await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
    });
  });

  test("stays in the list after an action, and when new requests are shown", async () => {
    const device = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto("/devices");
      const box = page.getByRole("checkbox", { name: /Test device/ });
      await box.press("Space");
      await page.getByRole("button", { name: "Disable", exact: true }).press("Enter");
      await page.getByRole("region", { name: "Selected devices" }).waitFor({ state: "detached" });
      await untilFocused(page, box);

      await page.goto("/activity");
      await page.getByText("Live", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: "Pause" }).press("Enter");
      await sendReadings(at.served.url, device, "/readings", { data: [] });
      await page.getByRole("button", { name: "1 new request" }).press("Enter");
      await page.getByRole("list", { name: /^Requests/ }).waitFor();
      await page.locator(":focus").waitFor({ state: "attached" });
      await page.keyboard.press("Tab");
      await untilFocused(
        page,
        page
          .getByRole("list", { name: /^Requests/ })
          .getByRole("link")
          .first(),
      );
    });
  });

  test("moves to the page after signing in, and back to its place after signing in again", async () => {
    await visit(at.served, async (page, faults) => {
      await page.goto("/devices");
      await signIn(page, at.person);
      await page.getByRole("main").and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Tab");
      await untilFocused(page, page.getByRole("link", { name: /^Learn more/ }));
      await page.keyboard.press("Tab");
      await untilFocused(page, page.getByRole("link", { name: "New device" }));
      await page.keyboard.press("Enter");
      const name = page.getByLabel("Name", { exact: true });
      await name.fill("Half typed");
      await page.context().clearCookies();
      await page.keyboard.press("Control+Enter");
      const again = page.getByRole("dialog", { name: "Sign in" });
      await again.waitFor();
      await again.getByLabel("Password").fill(at.person.password);
      await page.keyboard.press("Enter");
      await again.waitFor({ state: "detached" });
      await untilFocused(page, name);
      expect(faults.splice(0).filter((fault) => !fault.endsWith(" 401"))).toEqual([]);
    });
  });
});

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

async function untilFocused(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(":focus")).waitFor();
}
