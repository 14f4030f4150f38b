import { cpus, totalmem } from "node:os";
import { laws } from "../crash/broken-promises.ts";
import { allKinds } from "./all-kinds.ts";
import { kindState, type ProofState } from "./proof-state.ts";
import { shownCount, shownTime } from "./shown-numbers.ts";

const gigabyte = 1e9;

/** docs/proof.md. Every number in it comes from the state. */
export function proofReport(state: ProofState): string {
  return [
    "# What was proved, and when",
    "",
    "`npm run prove` writes this page. It causes faults in real servers under load and compares the store with a ledger of",
    "what devices sent and which answers they got (`tests/proof`, [decision 0098](decisions/0098-one-long-proof.md)).",
    `${isComplete(state) ? "This proof is complete." : "This proof is not complete: run `npm run prove -- --resume` until it is."} ${verdict(state)}`,
    "",
    ...about(state),
    "",
    "## Faults",
    "",
    ...table(["kind", "counted", "done", "target", "rounds", "time", "failed"], kindRows(state)),
    "",
    ...allKinds.map((kind) => {
      const { leftOut } = kindState(state, kind);
      return `- **${kind.name}**: ${kind.does}${leftOut === null ? "" : ` Left out here: ${leftOut}.`}`;
    }),
    "",
    "## Laws",
    "",
    "How often each was checked: readings for the first four, requests for the others.",
    "",
    ...table(["law", "checked", "broken"], lawRows(state)),
    "",
    "## Negative controls",
    "",
    "Servers that break a law on purpose. Each has to be caught, so that no check can pass by accident.",
    "",
    ...table(["a server that", "law", "caught", "seed", "at (UTC)"], controlRows(state)),
    "",
    "## Failures",
    "",
    ...failures(state),
    "",
  ].join("\n");
}

function about({ begunAt, commits, seconds, firstSeed }: ProofState): string[] {
  const processors = cpus();
  return [
    `- begun: ${begunAt.slice(0, 16).replace("T", " ")} UTC, ran ${shownTime(seconds)}, first seed ${firstSeed}`,
    `- version: ${commits.join(", ")}`,
    `- machine: ${process.arch}, ${processors.length} cores (${processors[0]?.model.trim() ?? "unknown"}), ${(totalmem() / gigabyte).toFixed(0)} GB of memory, Bun ${Bun.version}`,
  ];
}

function isComplete(state: ProofState): boolean {
  return allKinds.every((kind) => kindState(state, kind).done >= kind.target);
}

function verdict(state: ProofState): string {
  const failed = Object.values(state.kinds).reduce((sum, kind) => sum + kind.failed, 0);
  const uncaught = Object.values(state.controls).filter(isUncaught).length;
  const broken = failed === 0 ? "No round failed" : `${failed} rounds FAILED`;
  return `${broken}, and ${uncaught === 0 ? "every negative control that was tried was caught" : `${uncaught} negative controls were NOT CAUGHT`}.`;
}

function isUncaught({ caughtWith, whyNot }: ProofState["controls"][string]): boolean {
  return caughtWith === null && whyNot === null;
}

function kindRows(state: ProofState): string[][] {
  return allKinds.map((kind) => {
    const { done, rounds, seconds, failed, whyNot } = kindState(state, kind);
    const counts = [kind.unit, shownCount(done), shownCount(kind.target), shownCount(rounds)];
    return [
      kind.name,
      ...counts,
      shownTime(seconds),
      whyNot === null ? String(failed) : `left out: ${whyNot}`,
    ];
  });
}

function lawRows(state: ProofState): string[][] {
  const kinds = Object.values(state.kinds);
  return laws.map((law) => {
    const checked = kinds.reduce((sum, kind) => sum + (kind.checked[law] ?? 0), 0);
    const broken = kinds
      .flatMap((kind) => kind.failures)
      .filter((failure) => failure.broken.some((each) => each.law === law));
    return [law, shownCount(checked), String(broken.length)];
  });
}

function controlRows(state: ProofState): string[][] {
  return Object.entries(state.controls).map(([name, control]) => {
    const { law, caughtWith, runs, at, whyNot } = control;
    const caught =
      whyNot !== null ? `left out: ${whyNot}` : isUncaught(control) ? "NOT CAUGHT" : `in run ${runs}`;
    return [
      name,
      law,
      caught,
      caughtWith === null ? "" : String(caughtWith),
      at.slice(0, 16).replace("T", " "),
    ];
  });
}

function failures(state: ProofState): string[] {
  const lines = Object.entries(state.kinds).flatMap(([name, kind]) =>
    kind.failures.map(({ seed, at, broken, error }) => {
      const what = error ?? broken.map(({ law, text }) => `${law}: ${text}`).join("; ");
      return `- ${at.slice(0, 16).replace("T", " ")}, ${name}, seed ${seed}: ${firstLine(what)}`;
    }),
  );
  return lines.length === 0 ? ["None."] : lines;
}

const lineMax = 300;

function firstLine(text: string): string {
  return text.split("\n")[0]!.slice(0, lineMax);
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)];
}
