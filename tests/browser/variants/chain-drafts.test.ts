import { expect, test } from "bun:test";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { node, rename } from "../harness/on-canvas.ts";
import { takeOut } from "../harness/page-faults.ts";
import { phone } from "../harness/visit.ts";
import { createPublished, draftElsewhere, isDrafted } from "../world/chain-drafts.ts";

await describeWithServer("edits in the chain editor", (at) => {
  test("are saved after signing in again, and show no problem meanwhile", async () => {
    const chain = await createPublished(at.owner, "Signed out");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await page.getByText("No problems found.").waitFor();
      await page.context().clearCookies();
      await rename(page, "Save", "Typed while nobody was signed in");
      const again = page.getByRole("dialog", { name: "Sign in" });
      await again.getByLabel("Email").fill(at.person.email);
      await again.getByLabel("Password").fill(at.person.password);
      await again.getByRole("button", { name: "Sign in" }).click();
      await again.waitFor({ state: "detached" });
      expect(await page.getByText("Send an API key").count()).toBe(0);
      await page.getByText("Draft saved").waitFor();
      await page.getByText("No problems found.").waitFor();
      expect(await isDrafted(at.owner, chain, "Typed while nobody was signed in")).toBe(true);
      takeOut(faults, (fault) => fault.endsWith(" 401"));
    });
  });

  test("can become a new chain after the chain was deleted", async () => {
    const chain = await createPublished(at.owner, "Deleted");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await node(page, "Save").waitFor();
      await at.owner.do("DELETE", `./chains/${chain}`);
      // The draft is refused when there is a new chain already, which is no reason to ask before leaving.
      const imported = page.waitForResponse((response) => response.url().endsWith("/chains/import"));
      const saving = page.waitForRequest((request) => request.url().endsWith("/draft"));
      await page.route("**/draft", async (route) => {
        await imported;
        await route.continue();
      });
      await rename(page, "Save", "All that is left");
      await page.getByText("This chain was deleted.").waitFor();
      await saving;
      await page.getByRole("button", { name: "Create new chain" }).click();
      await page.waitForURL((url) => url.pathname !== `/chains/${chain}`);
      await node(page, "All that is left").waitFor();
      await page.getByText("Not published yet").waitFor();
      takeOut(faults, (fault) => fault.includes(chain) && fault.endsWith(" 404"));
    });
  });

  test("are refused if the draft changes in the moment of publishing", async () => {
    const chain = await createPublished(at.owner, "Quicker");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Seen");
      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish Quicker" });
      await page.route("**/publish", async (route) => {
        await draftElsewhere(at.owner, chain, "Unseen");
        await route.continue();
      });
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await dialog.getByRole("button", { name: "Show current changes" }).waitFor();
      expect((await at.owner.do("GET", `./chains/${chain}`)).live.version).toBe(1);
      takeOut(faults, (fault) => fault.endsWith("/publish 412"));
    });
  });

  test("are shown in full on a phone", async () => {
    const chain = await createPublished(at.owner, "On a phone");
    await draftElsewhere(at.owner, chain, "A name that is far too long for one line of a phone");
    await at.visit(
      async (page) => {
        await page.goto(`/chains/${chain}`);
        const line = page.getByTitle(/^Publishing will /);
        await line.waitFor();
        expect(await line.evaluate(isClipped)).toBe(false);
      },
      { viewport: phone },
    );
  });

  test("are saved automatically once the server is back", async () => {
    const chain = await createPublished(at.owner, "Cut off");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await node(page, "Save").waitFor();
      await at.served.server.killAll();
      await rename(page, "Save", "Typed while it was away");
      await page.getByText("The draft couldn’t be saved.").waitFor();
      await page.getByRole("tab", { name: "Dry run" }).click();
      await page.getByRole("tabpanel").getByText("Couldn’t load this").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByText("Can’t reach the server. Check that it’s running.").last().waitFor();
      await page.getByRole("link", { name: "Devices", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByText("changes to this chain").waitFor();
      await question.getByRole("button", { name: "Keep editing" }).click();
      await at.served.weir.start();
      await page.getByText("Draft saved").waitFor();
      expect(await isDrafted(at.owner, chain, "Typed while it was away")).toBe(true);
      await page.getByText("No problems found.").waitFor();
      takeOut(faults, (fault) => fault.includes("net::ERR_"));
    });
  });
});

/** Runs in the page. */
function isClipped(shown: unknown): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = shown as Record<string, number>;
  return scrollWidth! > clientWidth! || scrollHeight! > clientHeight!;
}
