import { useNavigate, useSearch } from "@tanstack/react-router";

type Filters<Name extends string> = { readonly [Key in Name]?: string };
type ChangeFilters<Name extends string> = (
  change: { readonly [Key in Name]?: string | undefined },
  how?: FilterChange,
) => void;

/** Back reverts a choice. Typed text changes with every few letters, so Back does not step through it. */
export type FilterChange = "chosen" | "typed";

/**
 * The filters of a list. They are kept in the address, so that a link shows the same list. Empty filters are
 * left out.
 */
export function useFilters<Name extends string>(
  ...names: readonly Name[]
): [Filters<Name>, ChangeFilters<Name>] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search[name];
    if (value !== undefined && value !== null && value !== "") chosen[name] = String(value);
  }
  const change: ChangeFilters<Name> = (changed, how = "chosen") => {
    const next = (before: Readonly<Record<string, unknown>>) => withoutEmpty({ ...before, ...changed });
    void navigate({ to: ".", search: next as never, replace: how === "typed", resetScroll: false });
  };
  return [chosen, change];
}

function withoutEmpty(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ""),
  );
}
