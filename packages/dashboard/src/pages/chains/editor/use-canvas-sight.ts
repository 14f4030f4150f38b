import { useSearch } from "@tanstack/react-router";
import { useNodesInitialized, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import {
  hasRoomFor,
  isInSight,
  isSameView,
  isWithin,
  readableZoom,
  type Size,
  shiftInto,
  viewOfAll,
  viewOfChain,
} from "../model/canvas-view.ts";

export const motionMs = 120;
/** On a phone the settings cover the foot of the page up to here. */
const sheetShare = 0.6;

interface Room extends Size {
  /** Of the canvas in the window: the palette is on this side of it, the inspector on the other. */
  readonly left: number;
  readonly windowWidth: number;
  readonly windowHeight: number;
}

/**
 * Keeps in sight what somebody looks at: a node that is selected, several that were just pasted, or where a reading is
 * that they follow. It never lies beyond the edge, whichever way the inspector, the drawer or the window take room. Where
 * all of the chain was in sight before the drawer or the window changed, all of it is afterwards, and in any case a part of
 * it. To begin with all of it is shown, as far as it can be read so; a node that the link names is in the middle.
 */
export function useCanvasSight(looked: readonly string[]): void {
  const moveTo = useMoveToRoom();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvas = useStore((state) => state.domNode);
  const bringIntoSight = useBringIntoSight();
  const last = useRef<Room | null>(null);
  // A node that has just been added has no size yet; it is looked at again once it has.
  const isMeasured = useStore(({ nodeLookup }) =>
    looked.every((id) => nodeLookup.get(id)?.measured.width !== undefined),
  );
  useFirstSight();
  useEffect(() => {
    const before = last.current;
    const room = width === 0 || height === 0 || canvas === null ? null : roomOf(canvas);
    last.current = room;
    if (before === null || room === null) return;
    if (isOtherRoom(before, room)) moveTo(room, before);
    if (looked.length > 0 && isMeasured) bringIntoSight(looked, "edge");
  }, [looked, isMeasured, width, height, canvas, bringIntoSight, moveTo]);
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

/**
 * Shows in another room what was shown in the one before. At once: a window that changes may change the room several times,
 * and each time counts what is shown then.
 */
function useMoveToRoom(): (room: Size, before: Size) => void {
  const { getNodes, getNodesBounds, getViewport, setViewport } = useReactFlow();
  return useCallback(
    (room, before) => {
      const nodes = getNodes();
      const [first] = nodes;
      if (first === undefined) return;
      const chain = getNodesBounds(nodes);
      const start = getNodesBounds([first]);
      const view = getViewport();
      // What was in the middle stays there.
      const x = view.x + (room.width - before.width) / 2;
      const y = view.y + (room.height - before.height) / 2;
      const moved = { x, y, zoom: view.zoom };
      const isUntouched = isSameView(view, viewOfChain(chain, start, before));
      const isLost = !nodes.some((node) => isInSight(getNodesBounds([node]), moved, room));
      if (isWithin(chain, view, before)) void setViewport(viewOfAll(chain, room));
      else void setViewport(isUntouched || isLost ? viewOfChain(chain, start, room) : moved);
    },
    [getNodes, getNodesBounds, getViewport, setViewport],
  );
}

/** Brings all of the chain into sight, however small it is drawn then. */
export function useShowAll(): () => void {
  const { getNodes, getNodesBounds, setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  return useCallback(() => {
    const nodes = getNodes();
    const { domNode } = getState();
    if (nodes.length > 0 && domNode !== null)
      void setViewport(viewOfAll(getNodesBounds(nodes), roomOf(domNode)), { duration: motionMs });
  }, [getNodes, getNodesBounds, setViewport, getState]);
}

/** Brings all of the chain into sight, or its beginning where all of it would be too small to read. */
export function useShowChain(): () => void {
  const { getNodes, getNodesBounds, setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  return useCallback(() => {
    const nodes = getNodes();
    const [first] = nodes;
    const { domNode } = getState();
    if (first === undefined || domNode === null) return;
    void setViewport(viewOfChain(getNodesBounds(nodes), getNodesBounds([first]), roomOf(domNode)));
  }, [getNodes, getNodesBounds, setViewport, getState]);
}

function useCentredByLink(bringIntoSight: (ids: readonly string[], to: "middle") => void): void {
  const { node } = useSearch({ strict: false }) as { node?: string };
  const isDrawn = useNodesInitialized();
  const { getNode } = useReactFlow();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!isDrawn || node === undefined || shown.current === node || getNode(node) === undefined) return;
    shown.current = node;
    bringIntoSight([node], "middle");
  }, [isDrawn, node, getNode, bringIntoSight]);
}

/** Moves the view so that nodes are inside of it, or in its middle. Where there is no room for several, it goes away. */
function useBringIntoSight(): (ids: readonly string[], to: "edge" | "middle") => void {
  const { getNodesBounds, getViewport, setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvas = useStore((state) => state.domNode);
  const isPhone = useIsNarrow();
  return useCallback(
    (ids, to) => {
      const top = canvas?.getBoundingClientRect().top ?? 0;
      const free = isPhone ? Math.min(height, innerHeight * (1 - sheetShare) - top) : height;
      const box = getNodesBounds([...ids]);
      const view = getViewport();
      if (to === "middle") {
        const zoom = Math.max(view.zoom, readableZoom);
        const x = width / 2 - (box.x + box.width / 2) * zoom;
        const y = free / 2 - (box.y + box.height / 2) * zoom;
        void setViewport({ x, y, zoom });
        return;
      }
      if (ids.length > 1 && !hasRoomFor(box, view.zoom, { width, height: free })) {
        void setViewport(viewOfAll(box, { width, height: free }), { duration: motionMs });
        return;
      }
      const x = view.x + shiftInto(box.x * view.zoom + view.x, box.width * view.zoom, width);
      const y = view.y + shiftInto(box.y * view.zoom + view.y, box.height * view.zoom, free);
      if (x !== view.x || y !== view.y) void setViewport({ ...view, x, y }, { duration: motionMs });
    },
    [canvas, width, height, isPhone, getNodesBounds, getViewport, setViewport],
  );
}

/** As it is now: what the canvas itself knows of its size comes a moment later than what is around it. */
function roomOf(canvas: HTMLElement): Room {
  return {
    ...{ width: canvas.offsetWidth, height: canvas.offsetHeight, left: canvas.getBoundingClientRect().left },
    ...{ windowWidth: innerWidth, windowHeight: innerHeight },
  };
}

/** Whether it was the drawer, the palette or the window, and not the inspector. */
function isOtherRoom(before: Room, now: Room): boolean {
  return (
    before.left !== now.left ||
    before.windowWidth !== now.windowWidth ||
    before.windowHeight !== now.windowHeight ||
    before.height !== now.height
  );
}
