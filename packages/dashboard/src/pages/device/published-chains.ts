import { useCall } from "../../api/queries.ts";
import type { Choice } from "../../ui/field.tsx";

const chainsMax = 1000;

/** The chains that can be assigned, as choices. The chosen one is included even before the list is loaded. */
export function useChainChoices(chosen: { uuid: string; name: string } | null): readonly Choice[] {
  const chains = useCall("listChains", { query: { limit: chainsMax } }).data?.items ?? [];
  const published = chains
    .filter(({ live }) => live !== null)
    .map(({ uuid, name, warnings }) => ({
      value: uuid,
      label: warnings.length > 0 ? `⚠ ${name}` : name,
    }));
  if (chosen === null || published.some(({ value }) => value === chosen.uuid)) return published;
  return [{ value: chosen.uuid, label: chosen.name }, ...published];
}
