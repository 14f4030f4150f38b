import { Link } from "@tanstack/react-router";
import { Check, CircleStop, Clock, Copy, TriangleAlert, X } from "lucide-react";
import { cx } from "../../ui/class-names.ts";
import { reasonTitle } from "./outcome-words.ts";
import type { ReadingRow } from "./reading-rows.ts";

type Mark = "passed" | "waiting" | "stopped" | "ended" | "failed" | "repeated" | "ahead";

interface Step {
  readonly text: string;
  readonly mark: Mark;
  /** The place that a click opens. */
  readonly place?: { readonly chain: string; readonly node: string | null };
}

/**
 * The path of readings through the server, drawn up to where they are or where they stopped. Steps that they did not
 * reach are dashed.
 */
export function FatePath({
  row,
  chains = [],
}: {
  readonly row: ReadingRow;
  /** The chains that readings of the request went through. */
  readonly chains?: readonly Chain[];
}) {
  return (
    <ol aria-label="Path" className="flex flex-wrap items-center gap-y-1">
      {stepsOf(row, chains).map((step, place) => (
        <li key={step.text} className="flex items-center">
          {place > 0 && (
            <span
              aria-hidden
              className={cx(
                "w-4 border-t max-md:w-2",
                step.mark === "ahead" ? "border-dashed border-line-strong" : "border-faint",
              )}
            />
          )}
          <StepBox step={step} />
        </li>
      ))}
    </ol>
  );
}

const looks: Record<Mark, string> = {
  passed: "border-line-strong text-text",
  waiting: "border-info bg-info-soft text-info",
  stopped: "border-warn bg-warn-soft text-warn",
  ended: "border-line-strong bg-sunken text-text",
  failed: "border-bad bg-bad-soft text-bad",
  repeated: "border-line-strong bg-sunken text-muted",
  ahead: "border-dashed border-line-strong text-faint",
};

/** For people who cannot see shape and colour. */
const words: Record<Mark, string> = {
  passed: "passed",
  waiting: "waiting",
  stopped: "not saved",
  ended: "ended on purpose",
  failed: "failed",
  repeated: "not saved again",
  ahead: "not reached",
};

function StepBox({ step: { text, mark, place } }: { readonly step: Step }) {
  const className = cx(
    "inline-flex h-6 max-w-80 items-center gap-1 rounded-sm border px-1.5 text-xs whitespace-nowrap",
    looks[mark],
  );
  const content = (
    <>
      <StepIcon mark={mark} />
      <span className="truncate">{text}</span>
      <span className="sr-only">, {words[mark]}</span>
    </>
  );
  if (place === undefined) return <span className={className}>{content}</span>;
  return (
    <Link
      to="/chains/$chain"
      params={{ chain: place.chain }}
      search={place.node === null ? {} : { node: place.node }}
      title={`Open ${text} in the editor`}
      className={cx(className, "hover:underline")}
    >
      {content}
    </Link>
  );
}

function StepIcon({ mark }: { readonly mark: Mark }) {
  const shape = { size: 12, "aria-hidden": true, className: "shrink-0" } as const;
  if (mark === "passed") return <Check {...shape} className="shrink-0 text-ok max-md:hidden" />;
  if (mark === "waiting") return <Clock {...shape} />;
  if (mark === "stopped") return <TriangleAlert {...shape} />;
  if (mark === "ended") return <CircleStop {...shape} />;
  if (mark === "failed") return <X {...shape} />;
  return mark === "repeated" ? <Copy {...shape} /> : null;
}

function stepsOf({ fate: known, finding }: ReadingRow, chains: readonly Chain[]): Step[] {
  if (finding !== null) {
    const isRepeated = finding.reason === "dropped_duplicate";
    return [
      { text: "Received", mark: "passed" },
      { text: reasonTitle(finding.reason), mark: isRepeated ? "repeated" : "failed" },
      finding.stored_since ? { text: "Saved later", mark: "passed" } : { text: "Saved", mark: "ahead" },
    ];
  }
  if (known === null) return [];
  const { fate, chain, node } = known;
  const accepted: Step = { text: "Accepted", mark: "passed" };
  if (fate === "queued") {
    const rest: Step[] = [
      { text: "Rule chain", mark: "ahead" },
      { text: "Saved", mark: "ahead" },
    ];
    return [accepted, { text: "Queued", mark: "waiting" }, ...rest];
  }
  const queued: Step = { text: "Queued", mark: "passed" };
  if (fate === "saved")
    return [accepted, queued, passedStep(chain, chains), { text: "Saved", mark: "passed" }];
  if (fate === "already_stored")
    return [accepted, queued, passedStep(chain, chains), { text: "Already stored", mark: "repeated" }];
  const ofChain = chain === null ? "Rule chain" : chainText(chain);
  const stop: Step = {
    text: node === null ? ofChain : `${ofChain}: ${node.title}`,
    mark: fate === "dead" ? "failed" : known.on_purpose === true ? "ended" : "stopped",
    ...(chain === null ? {} : { place: { chain: chain.uuid, node: node?.id ?? null } }),
  };
  return [accepted, queued, stop, { text: "Saved", mark: "ahead" }];
}

/** The chain that saved readings went through, if it is known. */
function passedStep(chain: Chain | null, chains: readonly Chain[]): Step {
  if (chain !== null)
    return { text: chainText(chain), mark: "passed", place: { chain: chain.uuid, node: null } };
  return { text: chains.length > 1 ? "The sensor’s chain" : "Rule chain", mark: "passed" };
}

export type Chain = NonNullable<NonNullable<ReadingRow["fate"]>["chain"]>;

/** "Freezer alarm v3". */
export function chainText({ name, version }: Chain): string {
  return `${name} v${version}`;
}
