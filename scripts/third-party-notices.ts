import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
export const noticesName = "third-party-notices.txt";
const licenceFile = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/**
 * The licences of everything that a bundle may contain. They ask to be passed on with the code, and a bundle has none of the
 * files in which they are written.
 */
export function thirdPartyNotices(): string {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const parts = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith("node_modules/") && !dev && !link)
    .filter(([path]) => existsSync(join(root, path)))
    .map(([path, { version, license = "see below" }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return [`${name} ${version} (${license})`, ...licencesIn(join(root, path))].join("\n\n");
    });
  return `Weir contains code of these packages.\n\n${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function licencesIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
}
