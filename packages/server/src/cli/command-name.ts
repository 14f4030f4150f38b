import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { shellQuote } from "./shell-quote.ts";

const launcher = Bun.fileURLToPath(new URL("../../../../bin/weir", import.meta.url));

/** How this Weir is started from the working directory: `weir` where that is this one, else the path to it. */
export function commandName(): string {
  const onPath = Bun.which("weir");
  if (onPath !== null && realpathSync(onPath) === realpathSync(launcher)) return "weir";
  const path = relative(process.cwd(), launcher);
  return shellQuote(path.startsWith("..") ? launcher : path);
}
