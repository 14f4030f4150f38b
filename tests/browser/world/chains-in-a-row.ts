/** The distance of two columns of nodes. */
export const columnPx = 288;

/** An input followed by nodes in a row. Each is of the type that its name says, or else a log node. */
export function rowOf(names: readonly string[], value = "10.0 / value", limit: unknown = 20) {
  const configs: Readonly<Record<string, object>> = {
    calculate: { value },
    compare: { operator: ">", value: limit },
  };
  const outputs: Readonly<Record<string, string>> = { compare: "true", deadband: "changed" };
  const all = ["input", ...names];
  const types = ["input", "calculate", "compare", "deadband", "save"];
  return {
    nodes: all.map((id, place) => ({
      id,
      type: types.includes(id) ? id : "log",
      version: 1,
      name: place === 0 ? "Readings" : id,
      config: configs[id] ?? {},
      position: { x: place * columnPx, y: 0 },
    })),
    wires: names.map((to, place) => ({ from: all[place]!, output: outputs[all[place]!] ?? "out", to })),
  };
}

/** A row of so many nodes: an input, and log nodes called Step 1, Step 2 and so on. */
export function rowOfSteps(nodes: number) {
  const names = ["input", ...Array.from({ length: nodes - 1 }, (_, place) => `step-${place + 1}`)];
  return {
    nodes: names.map((id, place) => ({
      id,
      type: place === 0 ? "input" : "log",
      name: place === 0 ? "Readings" : `Step ${place}`,
      position: { x: place * columnPx, y: 0 },
    })),
    wires: names.slice(1).map((to, place) => ({ from: names[place], output: "out", to })),
  };
}
