import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";

await describeWithServer("edits in the chain editor", (at) => {
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

  test("are saved after signing in again, and show no problem meanwhile", async () => {
    const chain = await create("Signed out");
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
      expect(await isDrafted(chain, "Typed while nobody was signed in")).toBe(true);
      takeOut(faults, (fault) => fault.endsWith(" 401"));
    });
  });

  test("can become a new chain after the chain was deleted", async () => {
    const chain = await create("Deleted");
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
    const chain = await create("Quicker");
    await at.visit(async (page, faults) => {
      await page.goto(`/chains/${chain}`);
      await rename(page, "Save", "Seen");
      await page.getByRole("button", { name: "Publish…" }).click();
      const dialog = page.getByRole("dialog", { name: "Publish Quicker" });
      await page.route("**/publish", async (route) => {
        await draftElsewhere(chain, "Unseen");
        await route.continue();
      });
      await dialog.getByRole("button", { name: "Publish", exact: true }).click();
      await dialog.getByRole("button", { name: "Show current changes" }).waitFor();
      expect((await stored(chain)).live.version).toBe(1);
      takeOut(faults, (fault) => fault.endsWith("/publish 412"));
    });
  });

  test("are shown in full on a phone", async () => {
    const chain = await create("On a phone");
    await draftElsewhere(chain, "A name that is far too long for one line of a phone");
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
    const chain = await create("Cut off");
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
      expect(await isDrafted(chain, "Typed while it was away")).toBe(true);
      await page.getByText("No problems found.").waitFor();
      takeOut(faults, (fault) => fault.includes("net::ERR_"));
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

/** Runs in the page. */
function isClipped(shown: unknown): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = shown as Record<string, number>;
  return scrollWidth! > clientWidth! || scrollHeight! > clientHeight!;
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
