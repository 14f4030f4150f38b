import { type Node, useNodesInitialized, useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import { useFilters } from "../../../app/use-filters.ts";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import {
  type CanvasView,
  type Drawing,
  isOtherRoom,
  type Room,
  viewAround,
  viewInOtherRoom,
  viewOfAll,
  viewOfChain,
  viewWith,
} from "../model/canvas-view.ts";
import { useEditorStore } from "./use-editor.ts";

export const motionMs = 120;
/** On a phone, the settings cover the lower part of the page, this share of its height. */
const sheetShare = 0.6;

/**
 * Keeps these nodes in sight, however much room the inspector, the drawer and the window leave. If the whole chain was
 * visible before the drawer or the window changed, it still is afterwards. At first the whole chain is shown, or its start
 * if it is too long to read. A node in the link is shown in the middle.
 */
export function useCanvasSight(shown: readonly string[]): void {
  const { getViewport, setViewport } = useReactFlow();
  const drawing = useDrawing();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const canvas = useStore((state) => state.domNode);
  const bringIntoSight = useBringIntoSight();
  const last = useRef<Room | null>(null);
  // A node that has just been added is shown once it has a size.
  const isMeasured = useStore(({ nodeLookup }) =>
    shown.every((id) => nodeLookup.get(id)?.measured.width !== undefined),
  );
  useFirstSight();
  useEffect(() => {
    const before = last.current;
    const room = width === 0 || height === 0 || canvas === null ? null : roomOf(canvas);
    last.current = room;
    if (before === null || room === null) return;
    const drawn = isOtherRoom(before, room) ? drawing() : null;
    // Without motion: while a window is resized, each size starts from what the last one showed.
    if (drawn !== null) void setViewport(viewInOtherRoom(drawn, getViewport(), room, before));
    if (shown.length > 0 && isMeasured) bringIntoSight(shown, "edge");
  }, [shown, isMeasured, width, height, canvas, bringIntoSight, drawing, getViewport, setViewport]);
  useCentredByLink(bringIntoSight);
}

/** Tells the editor where the middle of the visible part of the canvas is, while one is drawn. */
export function useMiddleInSight(): void {
  const store = useEditorStore();
  const { getViewport } = useReactFlow();
  const { getState } = useStoreApi();
  useEffect(() => {
    store.middleInSight = () => {
      const { width, height } = getState();
      const { x, y, zoom } = getViewport();
      return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
    };
    return () => {
      store.middleInSight = () => null;
    };
  }, [store, getViewport, getState]);
}

/** Shows the whole chain, however small it is then. */
export function useShowAll(): () => void {
  const show = useShow();
  return useCallback(() => show(({ all }, room) => viewOfAll(all, room), motionMs), [show]);
}

/** Shows the whole chain, or its start if the whole chain would be too small to read. */
export function useShowChain(): () => void {
  const show = useShow();
  return useCallback(() => show(viewOfChain), [show]);
}

function useShow(): (viewOf: (drawing: Drawing, room: Room) => CanvasView, duration?: number) => void {
  const { setViewport } = useReactFlow();
  const { getState } = useStoreApi();
  const drawing = useDrawing();
  return useCallback(
    (viewOf, duration) => {
      const drawn = drawing();
      const { domNode } = getState();
      if (drawn === null || domNode === null) return;
      void setViewport(viewOf(drawn, roomOf(domNode)), duration === undefined ? undefined : { duration });
    },
    [drawing, setViewport, getState],
  );
}

/** The places of the nodes; null if there are none. */
function useDrawing(): () => Drawing | null {
  const { getNodes, getNodesBounds } = useReactFlow();
  return useCallback(() => {
    const nodes = getNodes();
    if (nodes.length === 0) return null;
    const boxOf = (node: Node) => getNodesBounds([node]);
    return { all: getNodesBounds(nodes), nodes: nodes.map(boxOf) };
  }, [getNodes, getNodesBounds]);
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

function useCentredByLink(bringIntoSight: (ids: readonly string[], to: "middle") => void): void {
  const [{ node }] = useFilters("node");
  const isDrawn = useNodesInitialized();
  const { getNode } = useReactFlow();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!isDrawn || node === undefined || shown.current === node || getNode(node) === undefined) return;
    shown.current = node;
    bringIntoSight([node], "middle");
  }, [isDrawn, node, getNode, bringIntoSight]);
}

/** Moves the view until nodes are inside it, or in its middle. */
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
      const room = { width, height: free };
      const box = getNodesBounds([...ids]);
      const view = getViewport();
      if (to === "middle") {
        void setViewport(viewAround(box, view, room));
        return;
      }
      const next = viewWith(box, ids.length > 1, view, room);
      if (next !== view) void setViewport(next, { duration: motionMs });
    },
    [canvas, width, height, isPhone, getNodesBounds, getViewport, setViewport],
  );
}

/** Measures the canvas, because its own state lags behind changes of its surroundings. */
function roomOf(canvas: HTMLElement): Room {
  return {
    width: canvas.offsetWidth,
    height: canvas.offsetHeight,
    left: canvas.getBoundingClientRect().left,
    windowWidth: innerWidth,
    windowHeight: innerHeight,
  };
}
