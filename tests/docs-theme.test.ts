import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pageStyle } from "@weir/protocol/docs-page/page-style";

const dashboardStyle = readFileSync(join(import.meta.dir, "../packages/dashboard/src/styles.css"), "utf8");

test("gives the documentation the dashboard's colours and fonts", () => {
  const dashboard = variablesOf(dashboardStyle);
  const docs = variablesOf(pageStyle);
  expect(docs.size).toBeGreaterThan(10);
  for (const [name, value] of docs) expect(`${name}: ${value}`).toBe(`${name}: ${dashboard.get(name)}`);
});

function variablesOf(style: string): Map<string, string> {
  const found = style.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm);
  return new Map([...found].map(([, name, value]) => [name!, value!.replaceAll(/\s+/g, " ")]));
}
