import { BellRing, ChartLine, Gauge, LayoutDashboard, type LucideIcon, Router, Workflow } from "lucide-react";
import { useCall } from "../api/queries.ts";
import { useSensorSearch } from "../api/use-sensor-search.ts";
import type { Destination } from "../ui/destination.ts";
import { fitOf } from "./palette-fit.ts";

/** Results of each kind. Somebody who needs more can type more of the name. */
const shownMax = 8;

/** More results are requested than shown: the server sorts by name and also matches UUIDs and descriptions. */
const askedMax = 50;

/** The list of alarms has no search, so the newest active ones are looked through. */
const alarmsMax = 200;

interface Found {
  readonly name: string;
  /** Part of its address, by which it can be found, too. */
  readonly id: string;
  /** What it belongs to, as shown beside the name. */
  readonly of: string | null;
  /** What it can be found by besides its name. */
  readonly words: readonly string[];
  readonly page: Destination;
}

export interface FoundGroup {
  readonly heading: string;
  readonly Icon: LucideIcon;
  readonly items: readonly Found[];
}

interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** Everything of the account that matches the typed text, the best matches of each kind first. */
export function useFound(search: string): { groups: readonly FoundGroup[]; isAnswered: boolean } {
  const input = { query: { search, limit: askedMax } };
  const options = { enabled: search !== "", keep: true };
  const devices = useCall("listDevices", input, options);
  const sensors = useSensorSearch(search, askedMax);
  const boards = useCall("listBoards", {}, options);
  const charts = useCall("listCharts", {}, options);
  const chains = useCall("listChains", input, options);
  const alarms = useCall("listAlarms", { query: { state: "active", limit: alarmsMax } }, options);
  const best = (items: readonly Found[] = []) => bestOf(search, items);
  const groups = [
    {
      heading: "Devices",
      Icon: Router,
      items: best(
        devices.data?.items.map((device) =>
          found(device, { to: "/devices/$device", params: { device: device.uuid } }),
        ),
      ),
    },
    {
      heading: "Sensors",
      Icon: Gauge,
      items: best(
        (sensors.isEnabled ? sensors.data?.items : [])?.map(({ uuid, slug, name, device }) => ({
          name,
          id: uuid,
          of: device.name,
          words: [device.name, slug],
          page: { to: "/charts", search: { sensors: `${device.uuid}~${slug}` } },
        })),
      ),
    },
    {
      heading: "Boards",
      Icon: LayoutDashboard,
      // All boards and charts are listed. There are too few of them for a search by the server.
      items: best(
        matching(search, boards.data?.items).map((board) =>
          found(board, { to: "/boards/$board", params: { board: board.uuid } }),
        ),
      ),
    },
    {
      heading: "Saved charts",
      Icon: ChartLine,
      items: best(
        matching(search, charts.data?.items).map((chart) =>
          found(chart, { to: "/charts", search: { saved: chart.uuid } }),
        ),
      ),
    },
    {
      heading: "Active alarms",
      Icon: BellRing,
      items: best(
        alarms.data?.items
          .map(
            ({ id, name, device }): Found => ({
              name,
              id: String(id),
              of: device?.name ?? null,
              words: device === null ? [] : [device.name],
              page: { to: "/alarms/$alarm", params: { alarm: String(id) } },
            }),
          )
          .filter(({ name, words }) => fitOf(search, [name, ...words]) > 0),
      ),
    },
    {
      heading: "Rule chains",
      Icon: Workflow,
      items: best(
        chains.data?.items.map((chain) =>
          found(chain, { to: "/chains/$chain", params: { chain: chain.uuid } }),
        ),
      ),
    },
  ];
  const isAnswered = [devices, sensors, boards, charts, chains, alarms].every(
    ({ isError, isSuccess, isPlaceholderData, isEnabled }) =>
      !isEnabled || isError || (isSuccess && !isPlaceholderData),
  );
  return { groups, isAnswered };
}

/** Whether a result was found by something that its line does not show. */
export function isNamedOtherwise(search: string, { name, words }: Found): boolean {
  return fitOf(search, [name, ...words]) === 0;
}

function found({ uuid, name }: Named, page: Destination): Found {
  return { name, id: uuid, of: null, words: [], page };
}

function matching<Item extends Named>(search: string, items: readonly Item[] = []): readonly Item[] {
  return items.filter(({ name }) => fitOf(search, [name]) > 0);
}

function bestOf(search: string, items: readonly Found[]): readonly Found[] {
  const fit = ({ name, words, id }: Found) => fitOf(search, [name, ...words, id]);
  return items.toSorted((one, other) => fit(other) - fit(one)).slice(0, shownMax);
}
