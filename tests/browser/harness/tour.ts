import type { Page } from "playwright-core";
import type { SeenTexts } from "./accessibility.ts";
import type { Place } from "./every-page.ts";
import { type VisitOptions, visit } from "./visit.ts";

/** The problems at the places of a tour, each with the name of the place. */
export interface Findings {
  readonly faults: string[];
  readonly headings: string[];
  readonly accessibility: string[];
  readonly desktop: string[];
  readonly phone: string[];
  /** Selects that do not show their whole value. */
  readonly choices: string[];
  /** What a finger can hardly hit on a phone. */
  readonly targets: string[];
  /** Fields into which a phone zooms. */
  readonly fields: string[];
  /** Texts on a phone of which less than a line is shown. */
  readonly lines: string[];
  /** The texts that were checked at one of the places. */
  readonly texts: SeenTexts;
  /** The routes that were visited. */
  readonly routes: Set<string>;
  /** The names of all buttons and links. */
  readonly offers: Set<string>;
}

/** No findings yet. A tour that follows another passes the texts that the other has checked. */
export function nothingFound(texts: SeenTexts = new Set()): Findings {
  return {
    faults: [],
    headings: [],
    accessibility: [],
    desktop: [],
    phone: [],
    choices: [],
    targets: [],
    fields: [],
    lines: [],
    texts,
    routes: new Set(),
    offers: new Set(),
  };
}

export interface Tour<Stop extends Place> {
  readonly stops: readonly Stop[];
  readonly open: (page: Page, stop: Stop) => Promise<void>;
  readonly look: (page: Page, stop: Stop, found: Findings) => Promise<void>;
}

/** Goes from place to place in one browser. If a place cannot be opened or checked, that is one of the faults. */
export function goAround<Stop extends Place>(
  options: VisitOptions,
  { stops, open, look }: Tour<Stop>,
  found: Findings,
): Promise<void> {
  return visit(options, async (page, faults) => {
    for (const stop of stops) {
      await open(page, stop)
        .then(() => look(page, stop, found))
        .catch((error: Error) => faults.push(error.message));
      found.faults.push(...faults.splice(0).map((words) => `${stop.name}: ${words}`));
    }
  });
}

/** Splits the stops into two tours for two browsers. A stop that continues from another stays with it. */
export function inTwo<Stop extends Place & { readonly goesOn?: true }>(
  stops: readonly Stop[],
): readonly (readonly Stop[])[] {
  const starts = stops.filter(({ goesOn }) => !goesOn);
  const startOf = (stop: Stop) => stops.slice(0, stops.indexOf(stop) + 1).findLast(({ goesOn }) => !goesOn)!;
  const isIn = (half: number) => (stop: Stop) => starts.indexOf(startOf(stop)) % 2 === half;
  return [stops.filter(isIn(0)), stops.filter(isIn(1))];
}
