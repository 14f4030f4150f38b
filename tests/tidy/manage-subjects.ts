import { expect, test } from "bun:test";
import { importsOf, isTypesOnly, product, serverRoot } from "./source-files.ts";

const manage = `${serverRoot}manage/`;
const shareMax = 0.14;

/** Its type names all parts that handlers get, and some of them belong to a subject. */
const namesAllParts = `${manage}core/api-context.ts`;

/**
 * Checks the order of `manage/`: its files put the API together from the subjects, one folder each, and the subjects are
 * built on `core/`.
 *
 * The share counts imports from a file of a subject to a file of its own or of another subject. Imports of the core do not
 * count, because it imports no subject: what still needs its subject cannot be moved there to lower the share.
 */
export function testManageSubjects(): void {
  const imports = importsOf(product).filter(({ from, to }) =>
    [from, to].every((file) => file.startsWith(manage)),
  );

  test("lets the core of manage/ import no subject", () => {
    const upward = imports.filter(
      ({ from, to }) => isCore(from) && !isCore(to) && (from !== namesAllParts || !isTypesOnly(from)),
    );
    expect(upward).toEqual([]);
  });

  test("lets no subject of manage/ import what puts the API together", () => {
    expect(imports.filter(({ from, to }) => subjectOf(from) !== null && isOfWhole(to))).toEqual([]);
  });

  test(`lets at most ${Math.round(shareMax * 100)} % of what subjects of manage/ import be of other subjects`, () => {
    const ofSubjects = imports.filter(({ from, to }) => subjectOf(from) !== null && subjectOf(to) !== null);
    const ofOthers = ofSubjects.filter(({ from, to }) => subjectOf(from) !== subjectOf(to));
    expect(
      ofOthers.length / ofSubjects.length,
      ofOthers.map(({ from, to }) => `${from} -> ${to}`).join("\n"),
    ).toBeLessThanOrEqual(shareMax);
  });
}

function isCore(file: string): boolean {
  return file.startsWith(`${manage}core/`);
}

function isOfWhole(file: string): boolean {
  return !file.slice(manage.length).includes("/");
}

/** Null for the core, and for the files that put the API together. */
function subjectOf(file: string): string | null {
  return isCore(file) || isOfWhole(file) ? null : file.slice(manage.length).split("/")[0]!;
}
