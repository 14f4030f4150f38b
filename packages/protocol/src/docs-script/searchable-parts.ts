import { textOf } from "./folded-entries.ts";

/** A part of the page that is found by its words, and shown or hidden as a unit. */
export interface Part {
  readonly elements: readonly HTMLElement[];
  /** In lower case, including the titles above the part. */
  readonly words: string;
  /** The headings above it, which are shown together with it. */
  readonly above: readonly HTMLElement[];
}

const headingNames = ["H2", "H3", "H4"];

/** All parts of the page: the text below each heading, and each operation and schema by itself. */
export function searchableParts(): Part[] {
  return [...document.querySelectorAll<HTMLElement>("main section")].flatMap(partsOfSection);
}

function partsOfSection(section: HTMLElement): Part[] {
  const parts: Part[] = [];
  let path: HTMLElement[] = [];
  let elements: HTMLElement[] = [];
  const finish = () => {
    if (elements.length > 0) parts.push(partOf(elements, path));
    elements = [];
  };
  for (const element of contentOf(section)) {
    const level = headingNames.indexOf(element.tagName);
    if (level >= 0) {
      finish();
      path = [...path.slice(0, level), element];
    } else if (element.matches("details.operation, details.form")) {
      finish();
      parts.push(partOf([element], path));
    } else {
      elements.push(element);
    }
  }
  finish();
  return parts;
}

function contentOf(section: HTMLElement): HTMLElement[] {
  const children = [...section.children] as HTMLElement[];
  return children.flatMap((child) => (child.matches(".guide") ? contentOf(child) : [child]));
}

function partOf(elements: readonly HTMLElement[], above: readonly HTMLElement[]): Part {
  const words = [...above, ...elements].map(textOf).join(" ");
  return { elements, above, words: words.toLowerCase() };
}
