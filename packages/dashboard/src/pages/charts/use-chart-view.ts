import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { readWantedSpan, type WantedSpan, writeWantedSpan } from "./chart-search.ts";
import { lastSpan, lengthMs, type Preset, presetFor, presetLengthsMs, type Span } from "./span.ts";

/** How long the view rests before the link is updated. */
const settleMs = 300;
const tickMinMs = 1000;

export interface ChartView {
  readonly span: Span;
  /** Null if two instants were chosen. */
  readonly preset: Preset | null;
  /** Whether the view is live. */
  readonly isLive: boolean;
  readonly move: (span: Span) => void;
  readonly choose: (preset: Preset) => void;
  readonly setLive: (isLive: boolean) => void;
}

/**
 * The visible part of time. It comes from the link. While somebody moves the view, the link lags behind and is updated
 * when the view rests. If the link does not say, the view is `usual`.
 */
export function useChartView(usual: Preset): ChartView {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [moved, setMoved] = useState<Span | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = readWantedSpan(search, usual);
  const nowMs = useNowFor(wanted, moved);

  const go = useCallback(
    (next: WantedSpan) => {
      clearTimeout(timer.current);
      const change = writeWantedSpan(next);
      void navigate({
        to: ".",
        replace: true,
        resetScroll: false,
        search: (before: object) => ({ ...before, ...change }),
      });
    },
    [navigate],
  );
  const move = useCallback(
    (span: Span) => {
      setMoved(span);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go({ kind: "fixed", span }), settleMs);
    },
    [go],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  // The link has caught up, or somebody went back to another one.
  const link = JSON.stringify(writeWantedSpan(wanted));
  const lastLink = useRef(link);
  useEffect(() => {
    if (link === lastLink.current) return;
    lastLink.current = link;
    setMoved((span) => {
      const isBehind = span !== null && JSON.stringify(writeWantedSpan({ kind: "fixed", span })) !== link;
      return isBehind && JSON.parse(link).from !== undefined ? span : null;
    });
  }, [link]);

  const span = moved ?? (wanted.kind === "fixed" ? wanted.span : lastSpan(wanted.preset, nowMs));
  const isPreset = moved === null && wanted.kind === "last";
  const choose = (preset: Preset) => {
    setMoved(null);
    go({ kind: "last", preset, isLive: true });
  };
  return {
    span,
    move,
    choose,
    preset: isPreset ? wanted.preset : null,
    isLive: isPreset && wanted.isLive,
    setLive: (isLive) => {
      if (isLive) choose(presetFor(lengthMs(span) * 0.99));
      else move(span);
    },
  };
}

/** The current time, updated as often as it moves the chart by a pixel. */
function useNowFor(wanted: WantedSpan, moved: Span | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const preset = wanted.kind === "last" ? wanted.preset : null;
  const isTicking = wanted.kind === "last" && wanted.isLive && moved === null;
  useEffect(() => {
    setNowMs(Date.now());
    if (!isTicking || preset === null) return;
    const everyMs = Math.max(tickMinMs, presetLengthsMs[preset] / 2000);
    const ticking = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(ticking);
  }, [isTicking, preset]);
  return nowMs;
}
