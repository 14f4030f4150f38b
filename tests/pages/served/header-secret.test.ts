import { expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import { untilShown } from "../harness/until-shown.ts";

const definition = {
  nodes: [
    { id: "input", type: "input", name: "Readings", position: { x: 0, y: 0 } },
    {
      id: "tell",
      type: "webhook",
      name: "Tell the partner",
      position: { x: 240, y: 0 },
      config: {
        url: "https://example.org/hook",
        headers: [{ name: "Authorization", value: "Bearer " }],
      },
    },
    { id: "save", type: "save", name: "Save", position: { x: 480, y: 0 } },
  ],
  wires: [
    { from: "input", output: "out", to: "tell" },
    { from: "tell", output: "queued", to: "save" },
  ],
};

describeServedPages("the headers of a webhook", (at) => {
  test("use a secret of the account from a menu", async () => {
    await at.owner.do("PUT", "./secrets/partner", { value: "hunter2-hunter2" });
    const chain = await at.owner.do("POST", "./chains", { name: "Telling", definition });
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain.uuid}`);
      await untilShown(page);
      await page.locator(".react-flow__node").filter({ hasText: "Tell the partner" }).click();
      await page.getByRole("button", { name: "Insert secret" }).click();
      const offered = page.getByRole("menuitem");
      await offered.first().waitFor();
      expect(await offered.allTextContents()).toEqual(["partner"]);
      await offered.first().click();
      const value = page.getByLabel("Value");
      await waitUntil("it is put in", async () => (await value.inputValue()) === "Bearer {{secret.partner}}");
      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 1 published.").waitFor();
    });
    const { definition: live } = await at.owner.do("GET", `./chains/${chain.uuid}`);
    expect(live.nodes[1].config.headers).toEqual([
      { name: "Authorization", value: "Bearer {{secret.partner}}" },
    ]);
  });
});
