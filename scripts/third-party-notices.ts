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
  return `Weir contains code of these packages.\n\n${[...parts, outlines].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Of data that `make-outlines.ts` made from a package that is not installed. */
const outlines = `Outlines of land and borders on maps

Made with Natural Earth (naturalearthdata.com), which is in the public domain, from the files of world-atlas 2.0.2 (ISC):

Copyright 2013-2019 Michael Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

function licencesIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trim());
}
