import { useCall } from "../../api/queries.ts";
import { FilterSelect } from "../../ui/field.tsx";

const chainsAsked = 1000;

/** Narrows a list to the records of one rule chain. */
export function ChainFilter({
  chain,
  onChoose,
}: {
  /** UUID. */
  readonly chain: string | undefined;
  readonly onChoose: (uuid: string) => void;
}) {
  const { data } = useCall("listChains", { query: { limit: chainsAsked } }, { staleTime: 60_000 });
  const chains = data?.items.map(({ uuid, name }) => ({ value: uuid, label: name })) ?? [];
  return (
    <FilterSelect
      label="Rule chain"
      className="w-48!"
      choices={[{ value: "", label: "All rule chains" }, ...chains]}
      value={chain}
      onChoose={onChoose}
    />
  );
}
