import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { ListedChain } from "./chain-users.ts";

/** Something that a chain is assigned to. */
export interface ChainUser {
  readonly kind: "group" | "device" | "sensor";
  readonly name: string;
  /** As assignments name it. */
  readonly target: { readonly group: string } | { readonly device: string } | { readonly sensor: string };
  /** Where it is shown, if anywhere. */
  readonly link?: string;
}

const pageItems = 1000;

/** The groups and devices that a chain is assigned to. What names it is not asked beyond as many as are counted. */
export function useChainUsers({ uuid, use }: ListedChain, isEnabled: boolean) {
  const groups = useCall(
    "listDeviceGroups",
    { query: { limit: pageItems } },
    { enabled: isEnabled && use.groups > 0 },
  );
  const devices = useQuery({
    // Under the name of the route, so that whatever changes devices brings this up to date as well.
    queryKey: ["listDevices", { chain: uuid, count: use.devices }],
    queryFn: ({ signal }) => findDevices(uuid, use.devices, signal),
    enabled: isEnabled && use.devices > 0,
  });
  const users: ChainUser[] = [
    ...(groups.data?.items ?? [])
      .filter(({ chain }) => chain?.uuid === uuid)
      .map(({ name }) => ({ kind: "group" as const, name, target: { group: name } })),
    ...(devices.data ?? []),
  ];
  return {
    users,
    isPending: (use.groups > 0 && groups.isPending) || (use.devices > 0 && devices.isPending),
    error: groups.error ?? devices.error,
    retry: () => {
      void groups.refetch();
      void devices.refetch();
    },
  };
}

async function findDevices(chain: string, count: number, signal: AbortSignal): Promise<ChainUser[]> {
  const found: ChainUser[] = [];
  let cursor: string | undefined;
  do {
    const page = await call("listDevices", {
      query: { limit: pageItems, ...(cursor === undefined ? {} : { cursor }) },
      signal,
    });
    for (const { uuid, name, chain: own } of page.items) {
      if (own?.uuid !== chain) continue;
      found.push({ kind: "device", name, target: { device: uuid }, link: `/devices/${uuid}` });
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && found.length < count);
  return found;
}
