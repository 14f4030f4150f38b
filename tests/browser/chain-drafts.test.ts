import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("edits in the chain editor", (at) => {
  const create = async (name: string): Promise<string> => {
    const { uuid } = await at.owner.do("POST", "./chains", { name });
    await at.owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
    return uuid as string;
  };
  const stored = (chain: string) => at.owner.do("GET", `./chains/${chain}`);
  const isDrafted = async (chain: string, text: string): Promise<boolean> =>
    JSON.stringify((await stored(chain)).draft).includes(text);
  /** Saves a draft as somebody else would, or the same person in another window. */
  const draftElsewhere = async (chain: string, name: string): Promise<void> => {
    const { draft, definition } = await stored(chain);
    const changed = renamed(draft?.definition ?? definition, name);
    const headers = draft === null ? {} : { "If-Match": `"${draft.revision}"` };
    await at.owner.do("PUT", `./chains/${chain}/draft`, changed, headers);
  };

  test("are saved before the page is left, with a question if they cannot be saved", async () => {
    const chain = await create("Left");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Typed a moment ago");
      await page.getByRole("link", { name: "Rule chains" }).first().click();
      await page.getByRole("button", { name: "Actions for Left" }).waitFor();
      expect(await isDrafted(chain, "Typed a moment ago")).toBe(true);

      await page.getByRole("link", { name: "Left", exact: true }).click();
      await node(page, "Typed a moment ago").waitFor();
      await page.route("**/chains/*", (route) => route.abort());
      await draftElsewhere(chain, "Theirs");
      await rename(page, "Typed a moment ago", "Mine");
      await page.getByText("Someone else changed this draft.").waitFor();
      await page.getByRole("link", { name: "Rule chains" }).first().click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Keep editing" }).click();
      await node(page, "Mine").waitFor();
      await page.unroute("**/chains/*");
      await page.getByRole("button", { name: "Keep mine" }).click();
      await page.getByText("Your draft replaced theirs.").waitFor();
      await page.getByRole("region", { name: "Draft" }).and(page.locator(":focus")).waitFor();
      expect(await isDrafted(chain, "Mine")).toBe(true);
      takeOut(faults, (fault) => fault.includes("net::ERR_FAILED") || fault.endsWith("/draft 412"));
    });
  });

  test("keep the keyboard focus on the page whatever happens to them", async () => {
    await at.visit(async (page) => {
      const focused = (place: Locator) => place.and(page.locator(":focus")).waitFor();
      await page.goto("/chains");
      await page.getByRole("button", { name: "New chain" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("By keyboard");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "By keyboard" }).waitFor();
      await focused(page.getByRole("main"));

      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Published but not in use").waitFor();
      await rename(page, "Save", "Discarded");
      await page.getByRole("button", { name: "Discard draft" }).click();
      await page.getByText("Draft discarded").waitFor();
      await focused(page.getByRole("region", { name: "Draft" }));

      await create("By mouse");
      await page.goto("/chains");
      await page.getByRole("button", { name: "Actions for By keyboard" }).press("Enter");
      await page.getByRole("menuitem", { name: "Delete…" }).press("Enter");
      await page.getByRole("dialog").getByRole("textbox").fill("By keyboard");
      await page.getByRole("button", { name: "Delete chain" }).press("Enter");
      await focused(page.getByRole("button", { name: "Actions for By mouse" }));
    });
  });
});

function node(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").filter({ hasText: name });
}

async function rename(page: Page, before: string, after: string): Promise<void> {
  await node(page, before).click();
  await page.getByLabel("Node name").fill(after);
}

/** The draft of somebody else, with another name for its last node. */
function renamed(definition: { nodes: { name?: string }[] }, name: string) {
  return {
    ...definition,
    nodes: definition.nodes.map((node, place, { length }) =>
      place === length - 1 ? { ...node, name } : node,
    ),
  };
}

/** The faults that the test caused on purpose. */
function takeOut(faults: string[], isExpected: (fault: string) => boolean): void {
  const others = faults.filter((fault) => !isExpected(fault));
  faults.splice(0, faults.length, ...others);
}
