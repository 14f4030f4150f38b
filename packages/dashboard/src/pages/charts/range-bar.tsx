import { CalendarRange, ChevronLeft, ChevronRight, Radio } from "lucide-react";
import { useState } from "react";
import { exactTime, rangeText } from "../../format/time.ts";
import { parseWallClock, wallClockText, zoneText } from "../../format/time-zone.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Popover } from "../../ui/popover.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useTimeSettings } from "../../ui/use-time-settings.ts";
import { type Preset, panned, presets, type Span, within } from "./span.ts";
import type { ChartView } from "./use-chart-view.ts";

const labels: Record<Preset, string> = {
  "1h": "1 h",
  "6h": "6 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
  "1y": "1 y",
};

/** Chooses the visible part of time without a mouse. */
export function RangeBar({ view }: { readonly view: ChartView }) {
  const { span, preset, isLive, move, choose, setLive } = view;
  useTimeSettings();
  return (
    <>
      <Segmented
        label="Range"
        choices={presets.map((one) => [one, labels[one]] as const)}
        chosen={preset}
        onChoose={choose}
      />
      <CustomRange span={span} isChosen={preset === null} onChoose={move} />
      <Button
        aria-pressed={isLive}
        onClick={() => setLive(!isLive)}
        icon={<Radio size={14} aria-hidden />}
        title={isLive ? "Showing new readings as they arrive" : "Jump to now and show new readings"}
        className={cx(isLive && "border-accent! bg-accent-soft! text-accent!")}
      >
        Live
      </Button>
      <div className="flex">
        <IconButton label="Earlier" onClick={() => move(panned(span, -0.5))}>
          <ChevronLeft size={16} aria-hidden />
        </IconButton>
        <IconButton label="Later" onClick={() => move(panned(span, 0.5))}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
    </>
  );
}

function CustomRange({
  span,
  isChosen,
  onChoose,
}: {
  readonly span: Span;
  readonly isChosen: boolean;
  readonly onChoose: (span: Span) => void;
}) {
  const text = isChosen ? rangeText(span.fromMs, span.toMs) : "Custom";
  return (
    <Popover
      label="Custom range"
      className="w-76 p-3"
      trigger={
        <Button
          // The text of a range needs its room.
          icon={isChosen ? undefined : <CalendarRange size={14} aria-hidden />}
          title="Custom range"
          className={cx(isChosen && "border-accent! bg-accent-soft! text-accent!")}
        >
          <span className="max-sm:sr-only">{text}</span>
        </Button>
      }
    >
      {(close) => <RangeForm span={span} onChoose={onChoose} onDone={close} />}
    </Popover>
  );
}

function RangeForm({
  span,
  onChoose,
  onDone,
}: {
  readonly span: Span;
  readonly onChoose: (span: Span) => void;
  readonly onDone: () => void;
}) {
  const [start] = useState(span);
  const [from, setFrom] = useState(() => wallClockText(span.fromMs));
  const [to, setTo] = useState(() => wallClockText(span.toMs));
  const fromMs = instantOf(from, start.fromMs);
  const toMs = instantOf(to, start.toMs);
  const isWrong = fromMs >= toMs;
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={() => {
        if (!(fromMs < toMs)) return;
        onChoose(within({ fromMs, toMs }));
        onDone();
      }}
    >
      <TextField
        label="From"
        type="datetime-local"
        value={from}
        required
        step={1}
        hint={Number.isNaN(fromMs) ? undefined : exactTime(fromMs)}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="To"
        type="datetime-local"
        value={to}
        required
        step={1}
        hint={Number.isNaN(toMs) ? undefined : exactTime(toMs)}
        error={isWrong ? "Must be after “From”." : undefined}
        onChange={(event) => setTo(event.target.value)}
      />
      <p className="text-sm text-muted">Time zone: {zoneText(span.toMs)}</p>
      <Button type="submit" look="primary">
        Show
      </Button>
    </Form>
  );
}

/** A time that was not changed keeps its exact value, even in an hour that the clocks show twice. */
function instantOf(text: string, unchangedMs: number): number {
  return text === wallClockText(unchangedMs) ? unchangedMs : parseWallClock(text);
}
