import { useSearch } from "@tanstack/react-router";
import { useNodesInitialized, useReactFlow, useStore } from "@xyflow/react";
import { useCallback, useEffect, useRef } from "react";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";

export const motionMs = 120;
export const fitOptions = { maxZoom: 1, padding: 0.15 } as const;

const marginPx = 24;
/** Close enough to read a node that somebody was led to. */
const readableZoom = 0.85;
/** Lines that come and go above the canvas take less than this; the drawer takes more. */
const smallChangePx = 80;
/** On a phone the settings cover the foot of the page up to here. */
const sheetShare = 0.6;

interface Room {
  readonly width: number;
  readonly height: number;
  readonly windowWidth: number;
  readonly windowHeight: number;
}

/**
 * Keeps in sight what somebody looks at. A selected node never lies beyond the edge, whichever way the inspector, the
 * drawer or the window take room. Where all of the chain was in sight before the drawer or the window changed, all of it
 * is afterwards. A node that the link names is in the middle to begin with.
 */
export function useCanvasSight(selection: readonly string[]): void {
  const { fitView, getNodes, getNodesBounds, getViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const bringIntoSight = useBringIntoSight(selection.length > 0);
  const last = useRef<Room | null>(null);
  const only = selection.length === 1 ? selection[0] : undefined;
  useEffect(() => {
    const before = last.current;
    const room = { width, height, windowWidth: innerWidth, windowHeight: innerHeight };
    last.current = width === 0 ? null : room;
    if (before === null) return;
    const bounds = getNodesBounds(getNodes());
    if (isOtherRoom(before, room) && isWithin(bounds, getViewport(), before)) {
      void fitView(fitOptions);
    } else if (only !== undefined) {
      bringIntoSight(only, "edge");
    }
  }, [only, width, height, bringIntoSight, fitView, getNodes, getNodesBounds, getViewport]);
  useCentredByLink(bringIntoSight);
}

function useCentredByLink(bringIntoSight: (id: string, to: "middle") => void): void {
  const { node } = useSearch({ strict: false }) as { node?: string };
  const isDrawn = useNodesInitialized();
  const { getNode } = useReactFlow();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!isDrawn || node === undefined || shown.current === node || getNode(node) === undefined) return;
    shown.current = node;
    bringIntoSight(node, "middle");
  }, [isDrawn, node, getNode, bringIntoSight]);
}

/** Moves the view so that a node is inside of it, or in its middle. */
function useBringIntoSight(isSomethingSelected: boolean): (id: string, to: "edge" | "middle") => void {
  const { getNodesBounds, getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvas = useStore((state) => state.domNode);
  const hasSheet = useIsNarrow() && isSomethingSelected;
  return useCallback(
    (id, to) => {
      const top = canvas?.getBoundingClientRect().top ?? 0;
      const free = hasSheet ? Math.min(height, innerHeight * (1 - sheetShare) - top) : height;
      const node = getNodesBounds([id]);
      const view = getViewport();
      if (to === "middle") {
        const zoom = Math.max(view.zoom, readableZoom);
        const x = width / 2 - (node.x + node.width / 2) * zoom;
        const y = free / 2 - (node.y + node.height / 2) * zoom;
        void setViewport({ x, y, zoom });
        return;
      }
      const x = view.x + shiftInto(node.x * view.zoom + view.x, node.width * view.zoom, width);
      const y = view.y + shiftInto(node.y * view.zoom + view.y, node.height * view.zoom, free);
      if (x !== view.x || y !== view.y) void setViewport({ ...view, x, y }, { duration: motionMs });
    },
    [canvas, width, height, hasSheet, getNodesBounds, getViewport, setViewport],
  );
}

/** How far to move something so that it is between 0 and `end`; its beginning counts where there is no room for all. */
function shiftInto(start: number, length: number, end: number): number {
  const beyond = Math.max(0, start + length + marginPx - end);
  return start - beyond < marginPx ? marginPx - start : -beyond;
}

/** Whether it was the drawer or the window, and not the inspector or a line above the canvas. */
function isOtherRoom(before: Room, now: Room): boolean {
  return (
    before.windowWidth !== now.windowWidth ||
    before.windowHeight !== now.windowHeight ||
    Math.abs(before.height - now.height) > smallChangePx
  );
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function isWithin(
  box: Box,
  view: { readonly x: number; readonly y: number; readonly zoom: number },
  room: Pick<Room, "width" | "height">,
): boolean {
  const left = box.x * view.zoom + view.x;
  const top = box.y * view.zoom + view.y;
  return (
    left >= 0 &&
    top >= 0 &&
    left + box.width * view.zoom <= room.width &&
    top + box.height * view.zoom <= room.height
  );
}
