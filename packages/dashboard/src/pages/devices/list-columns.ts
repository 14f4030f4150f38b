/** Columns that a person can hide, with their headings. The name and the status are always shown. */
export const standardColumns = {
  seen: "Last connected",
  battery: "Battery",
  rate: "Readings/min",
  day: "Last 24 h",
  sensors: "Sensors",
  group: "Group",
} as const;

export type StandardColumn = keyof typeof standardColumns;

export interface ListColumns {
  /** The sensors whose latest values are shown, by slug. */
  readonly slugs: readonly string[];
  readonly hidden: ReadonlySet<StandardColumn>;
}

/** As many columns of values as fit beside the name. */
export const slugColumnsMax = 4;
const hiddenMark = "!";

/** Reads `temperature,humidity,!battery`: two columns of values, and a standard column that is hidden. */
export function readColumns(text: string): ListColumns {
  const names = text.split(",").filter((name) => name !== "");
  const hidden = names.filter((name) => name.startsWith(hiddenMark)).map((name) => name.slice(1));
  const slugs = new Set(names.filter((name) => !name.startsWith(hiddenMark)));
  return {
    slugs: [...slugs].slice(0, slugColumnsMax),
    hidden: new Set(hidden.filter((name): name is StandardColumn => name in standardColumns)),
  };
}

export function writeColumns({ slugs, hidden }: ListColumns): string {
  return [...slugs, ...[...hidden].map((name) => hiddenMark + name)].join(",");
}
