import { expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("sample data", (at) => {
  const list = async (path: string): Promise<{ items: Record<string, unknown>[] }> =>
    at.owner.do("GET", path);

  test("is loaded from Home with one click, and removed with another one", async () => {
    const before = (await list("./devices")).items.length;
    await at.visit(async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Load sample data" }).click();
      await page.getByRole("heading", { name: "Cold store (sample)" }).waitFor();
      await page.getByRole("heading", { name: "Freezers" }).waitFor();
      // The board says the same of its devices in two places, without waiting for another request.
      await waitUntil("all of its devices have connected", async () => {
        const { items } = await list("./devices?tag=sample");
        return items.length === 14 && items.every(({ status }) => status === "online");
      });
      const { items: devices } = await list("./devices?tag=sample");
      await page.getByText(`of ${devices.length} devices online`).waitFor();
      const now = page.getByRole("table", { name: "Now" });
      const online = async () => now.getByText("Online").count();
      await waitUntil("the table knows it", async () => (await online()) === devices.length);

      for (const place of ["/activity", "/"]) {
        await page.goto(place);
        await page.getByText("Includes 14 sample devices.").waitFor();
      }
      // Nothing else was pinned.
      await page.getByRole("link", { name: "Cold store (sample)" }).waitFor();
      expect((await at.owner.do("GET", "./devices/counts")).sample).toBe(14);

      await page.goto("/devices?tag=sample");
      await page.getByText("Includes 14 sample devices.").waitFor();
      const rows = page.getByRole("table", { name: "Devices" }).getByRole("row");
      await rows.filter({ hasText: "Freezer 2 (sample)" }).waitFor();
      await rows.getByRole("link", { name: "Freezer 2 (sample)" }).click();
      await page.getByRole("heading", { name: "Freezer 2 (sample)" }).waitFor();
      await waitUntil("the freezer is too warm", async () => {
        const { items } = await list("./alarms?state=active");
        return items.some(
          ({ name, severity }) => /Freezer too warm/.test(String(name)) && severity === "critical",
        );
      });
      const [freezer] = (await list("./devices?search=Freezer%202")).items;
      const { items } = await list(`./devices/${freezer!.uuid}/sensors/temperature/readings?limit=500`);
      expect(items.length).toBe(500);

      await page.goto("/settings");
      await page.getByRole("button", { name: "Remove sample data" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove sample data" }).click();
      await page.getByRole("button", { name: "Load sample data" }).waitFor();
      await page.goto("/");
      expect(await page.getByText("sample devices").count()).toBe(0);
      expect((await list("./devices")).items).toHaveLength(before);
      expect((await list("./boards")).items.map(({ name }) => name)).toEqual(["All devices"]);
    });
  });
});
