import { useSearch } from "@tanstack/react-router";
import {
  getViewportForBounds,
  useNodesInitialized,
  useReactFlow,
  useStore,
  useStoreApi,
} from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";

export const motionMs = 120;
export const fitOptions = { maxZoom: 1, padding: 0.15 } as const;

const marginPx = 24;
/** Close enough to read a node that somebody was led to. */
const readableZoom = 0.85;
/** Less than this says nothing at the first glance. */
const firstZoomMin = 0.6;
/** As far as somebody may go away by themselves. */
export const zoomMin = 0.2;
/** On a phone the settings cover the foot of the page up to here. */
const sheetShare = 0.6;

interface Room {
  readonly width: number;
  readonly height: number;
  readonly windowWidth: number;
  readonly windowHeight: number;
}

/**
 * Keeps in sight what somebody looks at: a node that is selected, or where a reading is that they follow. It never lies
 * beyond the edge, whichever way the inspector, the drawer or the window take room. Where all of the chain was in sight
 * before the drawer or the window changed, all of it is afterwards. To begin with all of it is shown, as far as it can be
 * read so; a node that the link names is in the middle.
 */
export function useCanvasSight(looked: string | undefined): void {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const bringIntoSight = useBringIntoSight();
  const last = useRef<Room | null>(null);
  // A node that has just been added has no size yet; it is looked at again once it has.
  const isMeasured = useStore(({ nodeLookup }) => nodeLookup.get(looked ?? "")?.measured.width !== undefined);
  useFirstSight();
  useEffect(() => {
    const before = last.current;
    const room = { width, height, windowWidth: innerWidth, windowHeight: innerHeight };
    last.current = width === 0 ? null : room;
    if (before === null) return;
    if (isOtherRoom(before, room)) {
      const { x, y, zoom } = flow.getViewport();
      if (isWithin(flow.getNodesBounds(flow.getNodes()), { x, y, zoom }, before)) {
        void flow.fitView(fitOptions);
        return;
      }
      // What was in the middle stays there.
      void flow.setViewport({ x: x + (width - before.width) / 2, y: y + (height - before.height) / 2, zoom });
    }
    if (looked !== undefined && isMeasured) bringIntoSight(looked, "edge");
  }, [looked, isMeasured, width, height, bringIntoSight, flow]);
  useCentredByLink(bringIntoSight);
}

/** Shows the chain before anything is painted. */
function useFirstSight(): void {
  const showChain = useShowChain();
  const hasRoom = useStore(({ width, height }) => width > 0 && height > 0);
  const isDrawn = useNodesInitialized() && hasRoom;
  const wasShown = useRef(false);
  useLayoutEffect(() => {
    if (!isDrawn || wasShown.current) return;
    wasShown.current = true;
    showChain();
  }, [isDrawn, showChain]);
}

/** Brings all of the chain into sight, or its beginning where all of it would be too small to read. */
export function useShowChain(): () => void {
  const { getNodes, getNodesBounds, setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  return useCallback(() => {
    const { width, height } = getState();
    const nodes = getNodes();
    const { maxZoom, padding } = fitOptions;
    const all = getViewportForBounds(getNodesBounds(nodes), width, height, zoomMin, maxZoom, padding);
    const [first] = nodes;
    if (all.zoom >= firstZoomMin || first === undefined) {
      void setViewport(all);
      return;
    }
    const { x, y, height: tall } = getNodesBounds([first]);
    const zoom = readableZoom;
    void setViewport({ x: marginPx - x * zoom, y: height / 2 - (y + tall / 2) * zoom, zoom });
  }, [getNodes, getNodesBounds, setViewport, getState]);
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
function useBringIntoSight(): (id: string, to: "edge" | "middle") => void {
  const { getNodesBounds, getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvas = useStore((state) => state.domNode);
  const isPhone = useIsNarrow();
  return useCallback(
    (id, to) => {
      const top = canvas?.getBoundingClientRect().top ?? 0;
      const free = isPhone ? Math.min(height, innerHeight * (1 - sheetShare) - top) : height;
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
    [canvas, width, height, isPhone, getNodesBounds, getViewport, setViewport],
  );
}

/** How far to move something so that it is between 0 and `end`; its beginning counts where there is no room for all. */
function shiftInto(start: number, length: number, end: number): number {
  const beyond = Math.max(0, start + length + marginPx - end);
  return start - beyond < marginPx ? marginPx - start : -beyond;
}

/** Whether it was the drawer or the window, and not the inspector. */
function isOtherRoom(before: Room, now: Room): boolean {
  return (
    before.windowWidth !== now.windowWidth ||
    before.windowHeight !== now.windowHeight ||
    before.height !== now.height
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
