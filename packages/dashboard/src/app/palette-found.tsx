import { Command } from "cmdk";
import { LayoutDashboard, type LucideIcon, Router, Workflow } from "lucide-react";
import { useCall } from "../api/queries.ts";
import type { Destination } from "../ui/destination.ts";
import { fitOf } from "./palette-fit.ts";
import { PaletteGroup, PaletteItem } from "./palette-item.tsx";

/** Results of each kind. Somebody who needs more can type more of the name. */
const shownMax = 8;

/** More results are requested than shown: the server sorts by name and also matches UUIDs and descriptions. */
const askedMax = 50;

interface Found {
  readonly uuid: string;
  readonly name: string;
}

interface FoundGroup {
  readonly heading: string;
  readonly pageOf: (uuid: string) => Destination;
  readonly Icon: LucideIcon;
  readonly items: readonly Found[];
}

/** Devices, chains and boards that match the typed text, the best matches first. */
export function useFound(search: string): { groups: readonly FoundGroup[]; isAnswered: boolean } {
  const input = { query: { search, limit: askedMax } };
  const options = { enabled: search !== "", keep: true };
  const devices = useCall("listDevices", input, options);
  const chains = useCall("listChains", input, options);
  const boards = useCall("listBoards", {}, options);
  const groups: readonly FoundGroup[] = [
    {
      heading: "Devices",
      pageOf: (device) => ({ to: "/devices/$device", params: { device } }),
      Icon: Router,
      items: bestOf(search, devices.data?.items),
    },
    {
      heading: "Rule chains",
      pageOf: (chain) => ({ to: "/chains/$chain", params: { chain } }),
      Icon: Workflow,
      items: bestOf(search, chains.data?.items),
    },
    {
      heading: "Boards",
      pageOf: (board) => ({ to: "/boards/$board", params: { board } }),
      Icon: LayoutDashboard,
      // All boards are listed. There are too few of them for a search by the server.
      items: bestOf(
        search,
        boards.data?.items.filter(({ name }) => fitOf(search, [name]) > 0),
      ),
    },
  ];
  const isAnswered = [devices, chains, boards].every(
    ({ isError, isSuccess, isPlaceholderData }) => isError || (isSuccess && !isPlaceholderData),
  );
  return { groups, isAnswered };
}

function bestOf(search: string, items: readonly Found[] = []): readonly Found[] {
  const fit = ({ name, uuid }: Found) => fitOf(search, [name, uuid]);
  return items.toSorted((one, other) => fit(other) - fit(one)).slice(0, shownMax);
}

export function PaletteFound({
  search,
  groups,
  isLooking,
  onGo,
}: {
  readonly search: string;
  readonly groups: readonly FoundGroup[];
  readonly isLooking: boolean;
  readonly onGo: (page: Destination, label: string) => void;
}) {
  return (
    <>
      <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
        {isLooking ? "Searching…" : `No results for “${search}”.`}
      </Command.Empty>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ heading, pageOf, Icon, items }) => (
          <PaletteGroup key={heading} heading={heading}>
            {items.map(({ uuid, name }) => (
              <PaletteItem
                key={uuid}
                name={name}
                id={uuid}
                icon={<Icon size={15} aria-hidden />}
                onSelect={() => onGo(pageOf(uuid), name)}
              >
                {name}
                {fitOf(search, [name]) === 0 && <UuidPart uuid={uuid} search={search} />}
              </PaletteItem>
            ))}
          </PaletteGroup>
        ))}
    </>
  );
}

const aroundLength = 4;

/** Explains why a result with a different name was found. */
function UuidPart({ uuid, search }: { readonly uuid: string; readonly search: string }) {
  const at = uuid.indexOf(search.toLowerCase());
  if (at < 0) return null;
  const [from, to] = [at - aroundLength, at + search.length + aroundLength];
  const part = uuid.slice(Math.max(0, from), to);
  return (
    <code className="ml-2 font-mono text-xs text-muted">
      {from > 0 && "…"}
      {part}
      {to < uuid.length && "…"}
    </code>
  );
}
