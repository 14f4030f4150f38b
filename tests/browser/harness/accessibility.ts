import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axeFile = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const axeSource = readFileSync(axeFile, "utf8");

const contrast = "color-contrast";
/** Axe takes long, so it is not asked about what lies behind a dialog: the page is looked at on its own. */
const whatIsRead = `document.querySelector("dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]") ?? document`;

/** What axe finds wrong with the page as it is shown, in words. It is put there past the policy of the page. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  return [...(await structuralProblems(page)), ...(await contrastProblems(page))];
}

/** All but colours. */
export async function structuralProblems(page: Page): Promise<string[]> {
  await bringAxe(page);
  return findProblems(page, whatIsRead, { rules: { [contrast]: { enabled: false } } });
}

/** All of it, for the last of the elements that a selector finds and what is in it. */
export async function accessibilityProblemsOf(page: Page, selector: string): Promise<string[]> {
  await bringAxe(page);
  return findProblems(page, `[...document.querySelectorAll(${JSON.stringify(selector)})].at(-1)`, {});
}

/** Colours alone, of a page that was looked at before; `looked` is a script that gives what to look at. */
export function contrastProblems(page: Page, looked = whatIsRead): Promise<string[]> {
  return findProblems(page, looked, { runOnly: [contrast] });
}

/** What is too small or too close to be touched; axe asks about that only when told to. */
export async function touchProblems(page: Page): Promise<string[]> {
  await bringAxe(page);
  return findProblems(page, "document", { runOnly: ["target-size"] });
}

async function bringAxe(page: Page): Promise<void> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axeSource);
}

async function findProblems(page: Page, context: string, options: RunOptions): Promise<string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"], preload: false });
  const found = page.evaluate(`axe.run(${context}, ${asked}).then(({ violations }) => violations)`);
  return ((await found) as AxeResults["violations"]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")} — ${failureSummary}`),
  );
}
