import { useNavigate, useSearch } from "@tanstack/react-router";
import type { SearchName, Texts } from "./page-search.ts";

type Filters<Name extends string> = { readonly [Key in Name]?: string };
type ChangeFilters<Name extends string> = (change: Texts<Name>, how?: FilterChange) => void;

/** Back reverts a choice. Typed text changes with every few letters, so Back does not step through it. */
export type FilterChange = "chosen" | "typed";

/**
 * The filters of a list. They are kept in the address, so that a link shows the same list. Empty filters are
 * left out.
 */
export function useFilters<Name extends string & SearchName>(
  ...names: readonly Name[]
): [Filters<Name>, ChangeFilters<Name>] {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== null && value !== "") chosen[name] = String(value);
  }
  const change: ChangeFilters<Name> = (changed, how = "chosen") => {
    const next = (before: object) => withoutEmpty({ ...before, ...changed });
    void navigate({ to: ".", search: next, replace: how === "typed", resetScroll: false });
  };
  return [chosen, change];
}

function withoutEmpty(search: object): object {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
