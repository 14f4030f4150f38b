import { Link } from "@tanstack/react-router";
import { Person } from "../../app/people.tsx";
import { exactTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Popover } from "../../ui/popover.tsx";
import { type Mark, type MarkGroup, markGroups } from "./mark.ts";
import type { PlotBox } from "./plot.tsx";
import type { Span } from "./span.ts";

const apartPx = 14;

/** Draws each mark on a vertical line at its time, with a shape for its kind. */
export function MarksLayer({
  marks,
  span,
  box,
  onEdit = null,
}: {
  readonly marks: readonly Mark[];
  readonly span: Span;
  readonly box: PlotBox;
  /** Edits a mark without a link. Null for people who may not. */
  readonly onEdit?: ((key: string) => void) | null;
}) {
  return (
    <div
      className="pointer-events-none absolute"
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
    >
      {marks.map((mark) => (
        <SpanOf key={mark.key} mark={mark} span={span} width={box.width} />
      ))}
      {markGroups(marks, span, box.width, apartPx).map((group) => (
        <GroupMark key={group.marks[0]!.key} group={group} onEdit={onEdit} />
      ))}
    </div>
  );
}

/** Shades the time of something that lasted. */
function SpanOf({
  mark: { atMs, untilMs },
  span: { fromMs, toMs },
  width,
}: {
  readonly mark: Mark;
  readonly span: Span;
  readonly width: number;
}) {
  if (untilMs === undefined || untilMs <= fromMs || atMs >= toMs) return null;
  const left = ((Math.max(atMs, fromMs) - fromMs) / (toMs - fromMs)) * width;
  const right = ((Math.min(untilMs, toMs) - fromMs) / (toMs - fromMs)) * width;
  return (
    <div
      aria-hidden
      data-annotated-span
      className="absolute inset-y-0 bg-accent opacity-10"
      style={{ left, width: right - left }}
    />
  );
}

function GroupMark({
  group: { leftPx, marks },
  onEdit,
}: {
  readonly group: MarkGroup;
  readonly onEdit: ((key: string) => void) | null;
}) {
  const worst = worstOf(marks);
  const name = marks.length === 1 ? worst.title : `${marks.length} events, ${worst.title}`;
  return (
    <div className="absolute inset-y-0" style={{ left: leftPx }}>
      <div aria-hidden className={cx("absolute inset-y-0 w-px opacity-60", looks[lookOf(worst)].line)} />
      <Popover
        label="Events"
        isOpenedByHover
        align="center"
        className="w-72 p-3"
        trigger={
          <button
            type="button"
            aria-label={name}
            className="pointer-events-auto absolute -top-1.5 -left-3 flex size-6 items-center justify-center"
          >
            <MarkShape mark={worst} />
            {marks.length > 1 && (
              <span className="absolute -top-1.5 left-3.5 rounded-full bg-raised px-1 text-[10px] leading-3 font-semibold text-muted">
                {marks.length}
              </span>
            )}
          </button>
        }
      >
        {(close) => <MarkList marks={marks} onEdit={onEdit} onClose={close} />}
      </Popover>
    </div>
  );
}

const listMax = 6;

function MarkList({
  marks,
  onEdit,
  onClose,
}: {
  readonly marks: readonly Mark[];
  readonly onEdit: ((key: string) => void) | null;
  readonly onClose: () => void;
}) {
  return (
    <ul className="flex flex-col gap-2.5">
      {marks.slice(0, listMax).map((mark) => (
        <li key={mark.key} className="flex gap-2">
          <span className="mt-1">
            <MarkShape mark={mark} />
          </span>
          <div className="min-w-0">
            {mark.link === null ? (
              <div className="font-medium whitespace-pre-line">{mark.title}</div>
            ) : (
              <Link {...mark.link} className="font-medium hover:underline">
                {mark.title}
              </Link>
            )}
            {(mark.text !== "" || mark.by !== undefined) && (
              <div className="break-words text-muted">
                {mark.text}
                {mark.by !== undefined && (
                  <>
                    {mark.text === "" ? "By " : ", by "}
                    <Person by={mark.by} />
                  </>
                )}
              </div>
            )}
            <div className="text-xs text-faint">{exactTime(mark.atMs)}</div>
            {mark.link === null && onEdit !== null && (
              <Button
                size="small"
                className="mt-1"
                onClick={() => {
                  onClose();
                  onEdit(mark.key);
                }}
              >
                Edit
              </Button>
            )}
          </div>
        </li>
      ))}
      {marks.length > listMax && (
        <li className="text-muted">and {marks.length - listMax} more. Zoom in to see them separately.</li>
      )}
    </ul>
  );
}

type Look = "bad" | "warn" | "info" | "ok" | "published" | "annotation";

const looks: Record<Look, { readonly line: string; readonly fill: string }> = {
  bad: { line: "bg-bad", fill: "fill-bad" },
  warn: { line: "bg-warn", fill: "fill-warn" },
  info: { line: "bg-info", fill: "fill-info" },
  ok: { line: "bg-ok", fill: "fill-ok" },
  published: { line: "bg-faint", fill: "fill-faint" },
  annotation: { line: "bg-accent", fill: "fill-accent" },
};

function lookOf({ kind, severity }: Mark): Look {
  if (kind === "published" || kind === "annotation") return kind;
  if (kind === "cleared") return "ok";
  return severity === "critical" ? "bad" : severity === "warning" ? "warn" : "info";
}

const order: readonly Look[] = ["bad", "warn", "info", "annotation", "ok", "published"];

function worstOf(marks: readonly Mark[]): Mark {
  return marks.reduce((worst, mark) =>
    order.indexOf(lookOf(mark)) < order.indexOf(lookOf(worst)) ? mark : worst,
  );
}

/** Raised alarms point up, cleared ones point down, a published version is a diamond, and an annotation a flag. */
const shapes: Readonly<Record<Mark["kind"], string>> = {
  raised: "M5 0 10 9H0Z",
  cleared: "M0 1H10L5 10Z",
  published: "M5 0 10 5 5 10 0 5Z",
  annotation: "M1 0H10L7.5 3 10 6H2.5V10H1Z",
};

function MarkShape({ mark }: { readonly mark: Mark }) {
  const path = shapes[mark.kind];
  return (
    <svg aria-hidden width="10" height="10" viewBox="0 0 10 10" className={looks[lookOf(mark)].fill}>
      <path d={path} />
    </svg>
  );
}
