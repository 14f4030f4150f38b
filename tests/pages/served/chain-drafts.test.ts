import { expect, test } from "bun:test";
import { describeServedPages } from "../harness/describe-served-pages.ts";
import type { Locator } from "../harness/locator.ts";
import type { Page } from "../harness/page.ts";

describeServedPages("edits in the chain editor", (at) => {
  const create = async (name: string): Promise<string> => {
    const { uuid } = await at.owner.do("POST", "./chains", { name });
    await at.owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
    return uuid as string;
  };
  const stored = (chain: string) => at.owner.do("GET", `./chains/${chain}`);
  /** Saves a draft as somebody else would, or the same person in another window. */
  const draftElsewhere = async (chain: string, name: string): Promise<void> => {
    const { draft, definition } = await stored(chain);
    const changed = renamed(draft?.definition ?? definition, name);
    const headers = draft === null ? {} : { "If-Match": `"${draft.revision}"` };
    await at.owner.do("PUT", `./chains/${chain}/draft`, changed, headers);
  };

  test("are published as they were shown, or only after they were looked at again", async () => {
    const chain = await create("Published");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Seen");
      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish Published" });
      await dialog.getByText("Seen").first().waitFor();
      await draftElsewhere(chain, "Unseen");
      await dialog.getByText("changed while this dialog was open").waitFor();
      expect(await dialog.getByText("Unseen").count()).toBe(0);
      expect(await dialog.getByRole("button", { name: "Publish", exact: true }).isDisabled()).toBe(true);
      await dialog.getByRole("button", { name: "Show current changes" }).click();
      await dialog.getByText("Unseen").first().waitFor();
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 2 published. New readings").waitFor();
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
