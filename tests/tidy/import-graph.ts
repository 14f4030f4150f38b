import { expect, test } from "bun:test";
import { importsOf, product, serverRoot } from "./source-files.ts";

/** The rooms of the product, from the top down: each may import those below it. Folders of the server are written with a slash. */
const rooms = [
  "dashboard",
  "main.ts",
  "cli/",
  "roles/",
  "installation/",
  "manage/",
  "bus/",
  "process/",
  "web/",
  "ingest/",
  "deliver/",
  "counters/",
  "store/",
  "activity/",
  "queue/",
  "limit/",
  "control/",
  "config/",
  "platform/",
  "rule-engine",
  "protocol",
];

/** Checks that imports only run down, from room to room and from file to file. Imports of types count too. */
export function testImportGraph(): void {
  const files = new Set(product);
  const imports = importsOf(product).filter(({ to }) => files.has(to));

  test("knows the place of every room", () => {
    expect([...new Set(product.map(roomOf))].filter((room) => !rooms.includes(room))).toEqual([]);
  });

  test("lets no import run from a lower room to a higher one", () => {
    const upward = imports
      .filter(({ from, to }) => rooms.indexOf(roomOf(from)) > rooms.indexOf(roomOf(to)))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(upward).toEqual([]);
  });

  test("lets no files import each other in a circle", () => {
    expect(circlesOf(imports).map((circle) => circle.join(", "))).toEqual([]);
  });
}

function roomOf(file: string): string {
  if (!file.startsWith(serverRoot)) return file.split("/")[1]!;
  const inside = file.slice(serverRoot.length);
  return inside.includes("/") ? `${inside.split("/")[0]}/` : inside;
}

/** Finds the groups of files of which each reaches all others by its imports. */
function circlesOf(imports: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  for (const file of next.keys()) visit(file);
  return circles;

  /** Returns the lowest number of an open file that this one reaches. */
  function visit(file: string): number {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    let lowest = number;
    for (const { to } of next.get(file) ?? []) {
      if (!numbers.has(to)) lowest = Math.min(lowest, visit(to));
      else if (open.includes(to)) lowest = Math.min(lowest, numbers.get(to)!);
    }
    if (lowest === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  }
}
