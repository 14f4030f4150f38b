import { useEffect, useState } from "react";
import { messageOf, unreachable } from "../../api/problem.ts";
import { lazyPart, type MissingProps } from "../../ui/lazy-part.tsx";
import { toast } from "../../ui/toast.tsx";
import type { DeviceFilter } from "./device-filter.ts";
import { FiltersButton } from "./filters-button.tsx";

const SavedFilters = lazyPart<{ readonly filter: DeviceFilter }>(
  async () => (await import("./saved-filters.tsx")).SavedFilters,
  LoadingFilters,
);

/** Opens the saved filters of the list. Their part of the page is loaded with the first click, because few people need it. */
export function SavedFiltersButton({ filter }: { readonly filter: DeviceFilter }) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? <SavedFilters filter={filter} /> : <FiltersButton onClick={() => setAsked(true)} />;
}

function LoadingFilters({ load, onLoaded }: MissingProps) {
  const look = async () => {
    if (await load()) onLoaded();
    else toast(messageOf(unreachable()), "bad");
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads by itself only once, when it is first shown.
  useEffect(() => void look(), []);
  return <FiltersButton onClick={() => void look()} />;
}
