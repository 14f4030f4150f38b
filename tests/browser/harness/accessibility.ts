import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const axeFile = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
const axeSource = readFileSync(axeFile, "utf8");

/** What axe finds wrong with the page as it is shown, in words. It is put there past the policy of the page. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return findProblems(page, {});
}

/** Colours alone, of a page that was looked at before. */
export function contrastProblems(page: Page): Promise<string[]> {
  return findProblems(page, { runOnly: ["color-contrast"] });
}

async function findProblems(page: Page, options: RunOptions): Promise<string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ["violations"] });
  const { violations } = (await page.evaluate(`axe.run(${asked})`)) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")} — ${failureSummary}`),
  );
}
