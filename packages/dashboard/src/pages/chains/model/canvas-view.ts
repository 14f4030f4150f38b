import { getViewportForBounds } from "@xyflow/react";

/** How the chain lies on the canvas: where its origin is, and how large it is drawn. */
export interface CanvasView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** As far as somebody may go away by themselves, unless it takes more to see all of a long chain. */
const zoomMin = 0.2;
/** Enough for the largest chain there may be, in one row. */
const fitZoomMin = 0.005;
const fitOptions = { maxZoom: 1, padding: 0.15 } as const;
/** Close enough to read a node that somebody was led to. */
export const readableZoom = 0.85;
export const marginPx = 24;
/** Less than this says nothing at the first glance. */
const firstZoomMin = 0.6;
/** Less than this is the rounding of numbers. */
const sameWithinPx = 0.5;

/** Shows all of it. */
export function viewOfAll(chain: Box, { width, height }: Size): CanvasView {
  return getViewportForBounds(chain, width, height, fitZoomMin, fitOptions.maxZoom, fitOptions.padding);
}

export function zoomMinFor(chain: Box, room: Size): number {
  return room.width === 0 ? zoomMin : Math.min(zoomMin, viewOfAll(chain, room).zoom);
}

/** Shows all of it, or its first node where all of it would be too small to read. */
export function viewOfChain(chain: Box, first: Box, room: Size): CanvasView {
  const all = viewOfAll(chain, room);
  if (all.zoom >= firstZoomMin) return all;
  const zoom = readableZoom;
  const middle = room.height / 2 - (first.y + first.height / 2) * zoom;
  // Of one that goes on in rows below, nothing is gained by an empty half above the first.
  const y = chain.height * zoom > room.height ? Math.min(middle, marginPx - chain.y * zoom) : middle;
  return { x: marginPx - first.x * zoom, y, zoom };
}

export function isSameView(one: CanvasView, other: CanvasView): boolean {
  const isNear = Math.abs(one.x - other.x) < sameWithinPx && Math.abs(one.y - other.y) < sameWithinPx;
  return isNear && one.zoom === other.zoom;
}

/** Whether there is room for all of it, drawn so large. */
export function hasRoomFor(box: Size, zoom: number, { width, height }: Size): boolean {
  return box.width * zoom + 2 * marginPx <= width && box.height * zoom + 2 * marginPx <= height;
}

/** Whether all of it is seen. */
export function isWithin(box: Box, view: CanvasView, room: Size): boolean {
  const { x, y, width, height } = onCanvas(box, view);
  return x >= 0 && y >= 0 && x + width <= room.width && y + height <= room.height;
}

/** Whether some of it is seen. */
export function isInSight(box: Box, view: CanvasView, room: Size): boolean {
  const { x, y, width, height } = onCanvas(box, view);
  return x < room.width && y < room.height && x + width > 0 && y + height > 0;
}

/** How far to move something so that it is between 0 and `end`; its beginning counts where there is no room for all. */
export function shiftInto(start: number, length: number, end: number): number {
  const beyond = Math.max(0, start + length + marginPx - end);
  return start - beyond < marginPx ? marginPx - start : -beyond;
}

function onCanvas(box: Box, { x, y, zoom }: CanvasView): Box {
  return {
    ...{ x: box.x * zoom + x, y: box.y * zoom + y },
    ...{ width: box.width * zoom, height: box.height * zoom },
  };
}
