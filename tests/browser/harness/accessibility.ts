import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { rowsBetween, textsOfNewKinds } from "./alike-parts.ts";

const axeFile = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const axeSource = readFileSync(axeFile, "utf8");

const contrast = "color-contrast";
/** Axe is slow, so it does not check the page behind a dialog. The page is checked on its own. */
const whatIsRead = `document.querySelector("dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]") ?? document`;

/** Kinds of text whose colours were already checked, on this page or another. */
export type SeenTexts = Set<string>;

/**
 * The problems that axe finds on the page as it is shown, in words. The script bypasses the page's content security
 * policy.
 */
export async function accessibilityProblems(page: Page, seen: SeenTexts = new Set()): Promise<string[]> {
  return [...(await structuralProblems(page)), ...(await contrastProblems(page, seen))];
}

/** Everything except colours. */
export function structuralProblems(page: Page): Promise<string[]> {
  return structuralProblemsOf(page, whatIsRead);
}

/** Everything, for the last element that a selector matches and its content. */
export async function accessibilityProblemsOf(
  page: Page,
  selector: string,
  seen: SeenTexts,
): Promise<string[]> {
  const last = `[...document.querySelectorAll(${JSON.stringify(selector)})].at(-1)`;
  return [...(await structuralProblemsOf(page, last)), ...(await contrastProblems(page, seen, last))];
}

/** Only colours. `looked` is a script that returns the elements to check. */
export async function contrastProblems(
  page: Page,
  seen: SeenTexts = new Set(),
  looked = whatIsRead,
): Promise<string[]> {
  const found = (await page.evaluate(
    `(() => { const texts = (${textsOfNewKinds})(${looked}, ${JSON.stringify([...seen])}); globalThis.newTexts = texts.elements; return texts.kinds; })()`,
  )) as readonly string[];
  if (found.length === 0) return [];
  for (const kind of found) seen.add(kind);
  return findProblems(page, "{ include: newTexts }", { runOnly: [contrast] });
}

/** Targets that are too small or too close together for touch. Axe checks this only on request. */
export function touchProblems(page: Page): Promise<string[]> {
  return findProblems(page, "document", { runOnly: ["target-size"] });
}

function structuralProblemsOf(page: Page, looked: string): Promise<string[]> {
  const context = `(() => { const root = ${looked}; return { include: root, exclude: (${rowsBetween})(root) }; })()`;
  return findProblems(page, context, { rules: { [contrast]: { enabled: false } } });
}

async function findProblems(page: Page, context: string, options: RunOptions): Promise<string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(axeSource);
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"], preload: false });
  const found = page.evaluate(`axe.run(${context}, ${asked}).then(({ violations }) => violations)`);
  return ((await found) as AxeResults["violations"]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")} — ${failureSummary}`),
  );
}
