const sizePx = 11;

/** The family of all texts that are drawn on a canvas. */
export const fontFamily = '"Inter", ui-sans-serif, system-ui, sans-serif';

/** The font of the texts in a chart, in CSS pixels. uPlot multiplies the size by the pixel ratio of the screen. */
export const chartFont = fontAt(1);

/** The same font in the pixels of a canvas. */
export function fontAt(pixelRatio: number): string {
  return `${sizePx * pixelRatio}px ${fontFamily}`;
}

let pen: CanvasRenderingContext2D | undefined;

/**
 * The width of a text in a chart, in CSS pixels. It is measured on a canvas of its own: uPlot remembers which font it
 * has set on the chart's canvas and does not set it again, so another font set there would be drawn with.
 */
export function textWidthPx(text: string): number {
  pen ??= document.createElement("canvas").getContext("2d")!;
  pen.font = chartFont;
  return pen.measureText(text).width;
}
