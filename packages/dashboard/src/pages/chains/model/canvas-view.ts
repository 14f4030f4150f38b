import { getViewportForBounds } from "@xyflow/system";

/** How the chain lies on the canvas: where its origin is, and how large it is drawn. */
export interface CanvasView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The size of the canvas and where it lies in the window. */
export interface Room extends Size {
  /** The palette is on this side of the canvas, the inspector on the other. */
  readonly left: number;
  readonly windowWidth: number;
  readonly windowHeight: number;
}

/** What is drawn: the nodes in order, and the box around all of them. */
export interface Drawing {
  readonly all: Box;
  readonly nodes: readonly Box[];
}

/** The smallest zoom people may choose, unless seeing all of a long chain takes a smaller one. */
const zoomMin = 0.2;
/** Enough for the largest possible chain in one row. */
const fitZoomMin = 0.005;
const fitOptions = { maxZoom: 1, padding: 0.15 } as const;
/** Large enough to read a node that a link leads to. */
const readableZoom = 0.85;
const marginPx = 24;
/** A chain drawn smaller than this cannot be read. */
const firstZoomMin = 0.6;
/** Smaller differences are rounding errors. */
const sameWithinPx = 0.5;

/** Shows the whole box. */
export function viewOfAll(box: Box, { width, height }: Size): CanvasView {
  return getViewportForBounds(box, width, height, fitZoomMin, fitOptions.maxZoom, fitOptions.padding);
}

export function zoomMinFor(chain: Box, room: Size): number {
  return room.width === 0 ? zoomMin : Math.min(zoomMin, viewOfAll(chain, room).zoom);
}

/** Shows the whole chain, or its first node if the whole chain would be too small to read. */
export function viewOfChain({ all: chain, nodes: [first = chain] }: Drawing, room: Size): CanvasView {
  const all = viewOfAll(chain, room);
  if (all.zoom >= firstZoomMin) return all;
  const zoom = readableZoom;
  const middle = room.height / 2 - (first.y + first.height / 2) * zoom;
  // A chain that continues in rows below needs no empty half above its first row.
  const y = chain.height * zoom > room.height ? Math.min(middle, marginPx - chain.y * zoom) : middle;
  return { x: marginPx - first.x * zoom, y, zoom };
}

/**
 * Shows in another room what was shown in the one before. All of the chain stays visible if it was, and a view that
 * nobody has moved is chosen again. Otherwise the middle stays in the middle, unless that shows no node at all.
 */
export function viewInOtherRoom(drawing: Drawing, view: CanvasView, room: Size, before: Size): CanvasView {
  if (isWithin(drawing.all, view, before)) return viewOfAll(drawing.all, room);
  const moved = {
    x: view.x + (room.width - before.width) / 2,
    y: view.y + (room.height - before.height) / 2,
    zoom: view.zoom,
  };
  const isUntouched = isSameView(view, viewOfChain(drawing, before));
  const isLost = !drawing.nodes.some((node) => isInSight(node, moved, room));
  return isUntouched || isLost ? viewOfChain(drawing, room) : moved;
}

/** Tells whether the drawer, the palette or the window changed, and not only the inspector. */
export function isOtherRoom(before: Room, now: Room): boolean {
  return (
    before.left !== now.left ||
    before.windowWidth !== now.windowWidth ||
    before.windowHeight !== now.windowHeight ||
    before.height !== now.height
  );
}

/** Puts a box in the middle, large enough to read. */
export function viewAround(box: Box, view: CanvasView, { width, height }: Size): CanvasView {
  const zoom = Math.max(view.zoom, readableZoom);
  return {
    x: width / 2 - (box.x + box.width / 2) * zoom,
    y: height / 2 - (box.y + box.height / 2) * zoom,
    zoom,
  };
}

/** Moves the view as little as it takes to show a box. Several nodes that do not fit are drawn smaller instead. */
export function viewWith(box: Box, isSeveral: boolean, view: CanvasView, room: Size): CanvasView {
  if (isSeveral && !hasRoomFor(box, view.zoom, room)) return viewOfAll(box, room);
  const drawn = onCanvas(box, view);
  const x = view.x + shiftInto(drawn.x, drawn.width, room.width);
  const y = view.y + shiftInto(drawn.y, drawn.height, room.height);
  return x === view.x && y === view.y ? view : { ...view, x, y };
}

function isSameView(one: CanvasView, other: CanvasView): boolean {
  const isNear = Math.abs(one.x - other.x) < sameWithinPx && Math.abs(one.y - other.y) < sameWithinPx;
  return isNear && one.zoom === other.zoom;
}

function hasRoomFor(box: Size, zoom: number, { width, height }: Size): boolean {
  return box.width * zoom + 2 * marginPx <= width && box.height * zoom + 2 * marginPx <= height;
}

/** Tells whether the whole box is visible. */
function isWithin(box: Box, view: CanvasView, room: Size): boolean {
  const { x, y, width, height } = onCanvas(box, view);
  return x >= 0 && y >= 0 && x + width <= room.width && y + height <= room.height;
}

/** Tells whether some of the box is visible. */
function isInSight(box: Box, view: CanvasView, room: Size): boolean {
  const { x, y, width, height } = onCanvas(box, view);
  return x < room.width && y < room.height && x + width > 0 && y + height > 0;
}

/** How far to move something to lie between 0 and `end`. If it does not fit, its start is shown. */
function shiftInto(start: number, length: number, end: number): number {
  const beyond = Math.max(0, start + length + marginPx - end);
  return start - beyond < marginPx ? marginPx - start : -beyond;
}

function onCanvas(box: Box, { x, y, zoom }: CanvasView): Box {
  return {
    x: box.x * zoom + x,
    y: box.y * zoom + y,
    width: box.width * zoom,
    height: box.height * zoom,
  };
}
