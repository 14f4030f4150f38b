import { expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

describePages("undoing changes of a chain", (at) => {
  async function publish(name: string): Promise<string> {
    const { uuid } = await at.owner.do("POST", "./chains", { name });
    await at.owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
    return uuid as string;
  }

  test("restores a discarded draft to the last letter", async () => {
    const chain = await publish("Drafted");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await page.locator(".react-flow__node").filter({ hasText: "Save" }).click();
      await page.getByLabel("Node name").fill("Keep it all");
      // The text is not saved yet, and must not be lost.
      await page.getByRole("button", { name: "Discard draft" }).click();
      await page.getByText("Draft discarded").waitFor();
      expect((await at.owner.do("GET", `./chains/${chain}`)).draft).toBeNull();
      await takeBack(page);
      await page.getByText("Draft saved").waitFor();
      const { draft } = await at.owner.do("GET", `./chains/${chain}`);
      expect(JSON.stringify(draft.definition)).toContain("Keep it all");
    });
  });

  test("restores the previous name and chain after a rename and an assignment", async () => {
    const [before, after] = [await publish("Before"), await publish("After")];
    const { uuid: device } = await at.createDevice(["temperature"]);
    await at.owner.do("PUT", "./chain-assignments", { chain: before, device });
    const applying = async () => (await at.owner.do("GET", `./chain-assignments?device=${device}`)).name;
    await at.visit(async (page) => {
      await page.goto("/chains");
      await act(page, "After", "Rename…");
      await page.getByRole("dialog").getByLabel("Name").fill("Later");
      await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
      await page.getByRole("link", { name: "Later" }).waitFor();
      await takeBack(page);
      await page.getByRole("link", { name: "After" }).waitFor();
      expect((await at.owner.do("GET", `./chains/${after}`)).name).toBe("After");

      await act(page, "After", "Assign…");
      await page.getByRole("dialog").getByLabel("Device").click();
      await page.getByRole("option", { name: "Test device" }).click();
      await page.getByText("Before is assigned here now.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Assign", exact: true }).click();
      await page.getByText("New readings now go through After.").waitFor();
      expect(await applying()).toBe("After");
      await takeBack(page);
      // The toast of the first undo may still be shown, so it does not tell that this undo is done.
      await waitUntil("the assignment is undone", async () => (await applying()) === "Before");
    });
  });

  test("restores a removed user of a chain, which the list links to", async () => {
    const chain = await publish("Used");
    const { uuid: device } = await at.createDevice(["temperature"]);
    const { items: sensors } = await at.owner.do("GET", `./devices/${device}/sensors`);
    const sensor = sensors[0].uuid;
    await at.owner.do("PUT", "./chain-assignments", { chain, sensor });
    const applying = async () => (await at.owner.do("GET", `./chain-assignments?sensor=${sensor}`)).name;
    await at.visit(async (page) => {
      await page.goto("/chains");
      await page.getByTitle("Where Used is used").click();
      const users = page.getByRole("list", { name: "Assignments of Used" });
      const link = users.getByRole("link", { name: sensors[0].name });
      expect(await link.getAttribute("href")).toBe(`/devices/${device}/sensors`);
      await users.getByRole("button", { name: `Remove from ${sensors[0].name}` }).click();
      await page.getByText("Used is not in use. Assign it so that readings go through it.").waitFor();
      expect(await applying()).not.toBe("Used");
      await takeBack(page);
      await link.waitFor();
      expect(await applying()).toBe("Used");
    });
  });
});

async function act(page: Page, chain: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${chain}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function takeBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Undone.").first().waitFor();
}
