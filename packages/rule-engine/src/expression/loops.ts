/** The loops of CEL, as the editor and the docs show them: `list.all(x, condition)`. */
export const loops: readonly {
  readonly name: string;
  readonly signature: string;
  readonly help: string;
  readonly example: string;
}[] = [
  {
    name: "all",
    signature: "list.all(x, condition): bool",
    help: "Whether the condition is true for every element, or every key of a map.",
    example: "[1.0, 2.0].all(x, value > x)",
  },
  {
    name: "exists",
    signature: "list.exists(x, condition): bool",
    help: "Whether the condition is true for at least one element.",
    example: '["north", "south"].exists(site, device.name.contains(site))',
  },
  {
    name: "exists_one",
    signature: "list.exists_one(x, condition): bool",
    help: "Whether the condition is true for exactly one element.",
    example: "[18.0, 20.0, 22.0].exists_one(x, abs(value - x) < 1.0)",
  },
  {
    name: "filter",
    signature: "list.filter(x, condition): list",
    help: "The elements for which the condition is true.",
    example: "[10.0, 20.0, 30.0].filter(x, x < value).size() == 2",
  },
  {
    name: "map",
    signature: "list.map(x, result): list, list.map(x, condition, result): list",
    help: "The result for each element, or for each element for which the condition is true.",
    example: "max([1.0, 2.0].map(x, x * value)) > 40.0",
  },
];

export function isLoop(name: string, argumentCount: number): boolean {
  return name === "map"
    ? argumentCount === 2 || argumentCount === 3
    : argumentCount === 2 && loops.some((loop) => loop.name === name);
}
