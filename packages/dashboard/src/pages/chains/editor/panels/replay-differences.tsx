import { countText, valueText } from "../../../../format/number.ts";
import { shortTime } from "../../../../format/time.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { ExactTime } from "../../../../ui/relative-time.tsx";
import { Table, Td, Th, Tr } from "../../../../ui/table.tsx";
import { outcomes } from "../../model/shown-run.ts";
import { EffectLines } from "./effect-lines.tsx";
import type { Replay } from "./replay-summary.tsx";

type Run = Replay["differences"][number]["live"];

/** The first readings with a different result, with what both versions would have done. */
export function ReplayDifferences({ replay }: { readonly replay: Replay }) {
  const { differences, differing } = replay;
  if (differences.length === 0) return null;
  return (
    <section aria-label="Differences" className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">
        {differences.length === differing
          ? "Readings with a different result"
          : `First ${countText(differences.length)} of ${countText(differing)} readings with a different result`}
      </h2>
      <div className="rounded-md border border-line">
        <Table label="Readings with a different result">
          <thead>
            <tr>
              <Th>Reading</Th>
              <Th>Published</Th>
              <Th>On the canvas</Th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ at, value, live, tested }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and times may repeat.
              <Tr key={place} className="align-top">
                <Td className="py-2 whitespace-nowrap">
                  <div className="font-semibold" title={String(value)}>
                    {valueText(value)}
                  </div>
                  <div className="text-xs text-muted">
                    <ExactTime at={at} text={shortTime} />
                  </div>
                </Td>
                <Td className="py-2">
                  <Side run={live} />
                </Td>
                <Td className="py-2">
                  <Side run={tested} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

function Side({ run: { outcome, effects } }: { readonly run: Run }) {
  const { tone, word } = outcomes[outcome.kind];
  // Log lines do not count as differences.
  const shown = effects.filter(({ kind }) => kind !== "log");
  return (
    <div className="flex min-w-36 flex-col items-start gap-1.5">
      <Badge tone={tone}>{word}</Badge>
      {outcome.kind === "dead" && <span className="text-xs text-muted">{outcome.reason}</span>}
      <EffectLines effects={shown} />
    </div>
  );
}
