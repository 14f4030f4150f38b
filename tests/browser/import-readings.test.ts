import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { tabTo } from "./harness/tab-to.ts";

await describeWithOwner("an import of readings", (at) => {
  const createDevice = async (name: string): Promise<string> => {
    const sensors = ["temperature", "humidity"].map((slug) => ({ slug, name: slug }));
    return (await at.owner.do("POST", "./devices", { name, sensors })).uuid;
  };
  test("works with the keyboard, and returns the lines that were rejected", async () => {
    const device = await createDevice("Attic");
    const good = '{"at":"2026-01-31T12:00:00Z","sensor":"temperature","value":20.5}';
    const bad = [
      '{"at":"2026-01-31T12:01:00Z","sensor":"pressure","value":1}',
      '{"at":"soon","sensor":"humidity","value":40}',
      '{"at":"2999-01-31T12:01:00Z","sensor":"humidity","value":41}',
    ];
    await at.visit(async (page) => {
      await page.goto(`/devices/${device}`);
      await page.getByRole("heading", { name: "Attic" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Go to" }).waitFor();
      await page.keyboard.type("import readings");
      await page.getByRole("option", { name: "Import readings…" }).waitFor();
      await page.keyboard.press("Enter");
      // The palette moves the focus when it closes.
      await page.getByRole("dialog", { name: "Go to" }).waitFor({ state: "detached" });
      const choosing = page.waitForEvent("filechooser");
      await tabTo(page, page.getByRole("button", { name: "Choose file…" }));
      await page.keyboard.press("Enter");
      const chooser = await choosing;
      await chooser.setFiles(fileOf("attic.ndjson", [good, ...bad].join("\n")));
      await page.getByText("This device has no sensor “pressure”.").waitFor();
      await page.getByText("“soon” is not a time in the chosen format.").waitFor();
      await tabTo(page, page.getByRole("button", { name: "Start import" }));
      await page.keyboard.press("Enter");
      const rejected = page.getByRole("table", { name: "Rejected lines" });
      await rejected.getByText("The time is in the future.").waitFor();
      const lines = await rejected.getByRole("row").locator("td:first-child").allInnerTexts();
      expect(lines).toEqual(["2", "3", "4"]);
      await page.getByText("1 reading", { exact: true }).waitFor();
      await page.getByText("3 lines", { exact: true }).waitFor();
      await tabTo(page, page.getByRole("button", { name: "Download" }));
      const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
      expect(download.suggestedFilename()).toBe("attic rejected.ndjson");
      expect(await readFile(await download.path(), "utf8")).toBe(`${bad.join("\n")}\n`);
    });
  });
});

function fileOf(name: string, content: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(content) };
}
