import type { RegisteredRouter, SearchSchemaInput } from "@tanstack/react-router";

/*
 * The search parameters of the pages. Links are checked against these types. Pages read every parameter as unknown,
 * because people can write anything into an address.
 */

/** Parameters whose values are texts. */
export type Texts<Name extends string> = { readonly [Key in Name]?: string | undefined };

/** Parameters that are there or not. */
export type Flags<Name extends string> = { readonly [Key in Name]?: true | undefined };

export type HomeSearch = Texts<"device" | "group" | "range">;

export type BoardSearch = HomeSearch & Flags<"edit" | "kiosk">;

/** Attributes are asked for as well, each under a name of its own. */
export type DevicesSearch = Texts<
  "q" | "group" | "tag" | "template" | "devices" | "status" | "sort" | "order"
>;

/** A chart: the visible part of time, the sensors and the look. */
export type ChartSearch = Texts<"range" | "from" | "to" | "sensors" | "show" | "y" | "hidden" | "saved"> & {
  /** The width of a bucket in seconds. */
  readonly per?: number | undefined;
  readonly derived?: readonly object[] | undefined;
  readonly live?: false | undefined;
  readonly limits?: false | undefined;
};

/** Declares the search parameters of a route. They stay as they are in the address. */
export function searchOf<Search extends object>(search: Search & SearchSchemaInput): Asked<Search> {
  return search;
}

export type Asked<Search> = { readonly [Name in keyof Search]?: unknown };

/** The names of all search parameters. */
export type SearchName = {
  [Path in keyof Pages]: keyof Pages[Path]["types"]["searchSchemaInput"];
}[keyof Pages];

type Pages = RegisteredRouter["routesByPath"];
