import { chainBytesMax } from "@weir/rule-engine/read-chain";
import { nodesMax } from "@weir/rule-engine/validate-chain";

/** Chains of the largest allowed size that take long to check, each in a different way. */
interface WorstBody {
  readonly name: string;
  readonly definition: Definition;
}

export interface Definition {
  readonly nodes: readonly object[];
  readonly wires: readonly object[];
}

const input = { id: "input", type: "input" };

/** Nodes one after the other. */
function line(count: number, type: string, output: string, config: (index: number) => object): Definition {
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    type,
    config: config(index),
  }));
  const wires = nodes.map(({ id }, index) => ({
    from: index === 0 ? "input" : `n${index - 1}`,
    output: index === 0 ? "out" : output,
    to: id,
  }));
  return { nodes: [input, ...nodes], wires };
}

/** As many nodes as fit. */
function largest(make: (count: number) => Definition): Definition {
  let count = nodesMax - 1;
  while (JSON.stringify(make(count)).length > 0.8 * chainBytesMax) count--;
  return make(count);
}

function switches(expression: (index: number) => string): Definition {
  const cases = (index: number) =>
    Array.from({ length: 20 }, (_, place) => ({ name: `c${place}`, when: expression(index * 20 + place) }));
  return largest((count) => line(count, "switch", "else", (index) => ({ cases: cases(index) })));
}

/** Repeats a part as often as fits into a text of a thousand characters, or into an expression. */
function repeated(part: string, between: string, times: number): string {
  const fits = Math.floor((980 + between.length) / (part.length + between.length));
  return Array.from({ length: Math.min(fits, times) }, () => part).join(between);
}

const matching = (pattern: string) => `sensor.name.matches("${pattern}")`;

/** Ten thousand nodes fit into a draft, because the limit on nodes applies only when a chain is published. */
function manySmallNodes(): Definition {
  const nodes = Array.from({ length: 8000 }, (_, index) => ({ id: `${index}`, type: "x" }));
  return { nodes, wires: [] };
}

export const worstBodies: readonly WorstBody[] = [
  { name: "sums", definition: switches((index) => `${repeated("value", "+", 150)} > ${index}.0`) },
  { name: "negations", definition: switches((index) => `${"!".repeat(30)}(value > ${index}.0)`) },
  {
    name: "loops",
    definition: switches(() => repeated("[1].all(x, [1].all(y, [1].all(z, x == z)))", "||", 12)),
  },
  { name: "time zones", definition: switches(() => repeated('at.getHours("GB") == 1', "||", 40)) },
  { name: "many patterns", definition: switches((index) => matching(`^${index}-a$`)) },
  { name: "large patterns", definition: switches((index) => matching(`${index}${"[a-z]?".repeat(30)}`)) },
  { name: "Unicode patterns", definition: switches((index) => matching(`${index}${"\\\\pL".repeat(8)}`)) },
  {
    name: "ranges without case",
    definition: switches((index) => matching(`(?i)${index}${"[b-\u{10ffff}]".repeat(20)}`)),
  },
  { name: "repetitions", definition: switches((index) => matching(`${index}((a{9}){9}){9}`)) },
  {
    name: "templates",
    definition: largest((count) =>
      line(count, "set-metadata", "out", () => ({
        rows: Array.from({ length: 20 }, (_, row) => ({
          key: `k${row}`,
          value: repeated("{{at}}", "", 160),
        })),
      })),
    ),
  },
  {
    name: "international hosts",
    definition: largest((count) =>
      line(count, "webhook", "queued", () => ({ url: `https://${"ü.".repeat(60)}org/${"ü".repeat(250)}` })),
    ),
  },
  {
    name: "unknown settings",
    definition: largest((count) =>
      line(count, "save", "saved", (index) =>
        Object.fromEntries(Array.from({ length: 80 }, (_, place) => [`k${place}x${index}`, 1])),
      ),
    ),
  },
  { name: "many small nodes", definition: manySmallNodes() },
];
