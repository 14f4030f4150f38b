/** Where a chain is in use, as the API tells it. */
interface ChainUse {
  readonly is_default: boolean;
  readonly groups: number;
  readonly devices: number;
  readonly sensors: number;
  readonly chains: readonly string[];
}

/** For people; empty where nothing uses it. */
export function describeChainUse({ is_default, groups, devices, sensors, chains }: ChainUse): string {
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];
  return [
    ...(is_default ? ["default"] : []),
    ...counted(groups, "group"),
    ...counted(devices, "device"),
    ...counted(sensors, "sensor"),
    ...chains.map((name) => `chain "${name}"`),
  ].join(", ");
}
