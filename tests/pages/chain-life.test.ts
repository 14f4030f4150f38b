import { expect, test } from "bun:test";
import { calculating } from "../browser/world/calculating-chain.ts";
import { describePages } from "./harness/describe-pages.ts";

describePages("the life of a chain", (at) => {
  const create = async (name: string, factor: string): Promise<string> => {
    const chain = await at.owner.do("POST", "./chains", { name, definition: calculating(factor) });
    return chain.uuid as string;
  };

  test("publishes with Enter in the note, and says that nothing uses the chain yet", async () => {
    const chain = await create("Unused", "1.0");
    await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByLabel("Note").fill("Begin");
      await page.keyboard.press("Enter");
      await page.getByText("Published but not in use").waitFor();
      await page.getByRole("button", { name: "Assign…" }).click();
      await page.getByRole("dialog").getByLabel("Device").click();
      await page.getByRole("option", { name: "Test device" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Assign", exact: true }).click();
      await page.getByText("Published and in use.").waitFor();
    });
    const { kept_versions: versions } = await at.owner.do("GET", `./chains/${chain}`);
    expect(versions.map(({ note }: { note: string }) => note)).toEqual(["Begin"]);
  });
});
