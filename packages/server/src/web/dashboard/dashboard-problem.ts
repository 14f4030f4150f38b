import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A build that failed leaves this file in place of the pages: one line that says what failed and how to fix it. */
export const buildFailedName = "build-failed.txt";

const neverBuilt =
  "The dashboard has not been built. Run `npm run build` in Weir's folder, then reload this page.";

/** Why the folder of the built dashboard has no pages, for the banner and the dashboard's URL; null if it has. */
export function dashboardProblem(folder: string): string | null {
  if (existsSync(join(folder, "index.html"))) return null;
  const left = join(folder, buildFailedName);
  return existsSync(left) ? readFileSync(left, "utf8").trim() : neverBuilt;
}
