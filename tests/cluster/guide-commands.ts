import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The shell commands of a section of a guide, block by block, as an operator would paste them. */
export function guideCommands(guide: string, heading: string): string[] {
  const text = readFileSync(join(import.meta.dir, "../../docs/guide", guide), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${guide} has no section "${heading}".`);
  return [...section.matchAll(/^( *)```sh\n(.*?)\n *```$/gms)].map(([, indent, block]) =>
    block!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}
