/**
 * What a finger has tapped stays shown until something else is touched or a mouse moves over the chart. Else a mouse that
 * rests elsewhere takes it away: as soon as the page moves a little, the browser says that the mouse has left the chart.
 * Returns what takes the listeners away.
 */
export function keepTapped(chart: HTMLElement): () => void {
  let isTapped = false;
  const down = ({ pointerType, target }: PointerEvent) => {
    isTapped = pointerType === "touch" && target instanceof Node && chart.contains(target);
  };
  const move = ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") isTapped = false;
  };
  const leave = (event: MouseEvent) => {
    if (isTapped) event.stopImmediatePropagation();
  };
  document.addEventListener("pointerdown", down, true);
  chart.addEventListener("pointermove", move);
  // Before uPlot, which listens to it at the chart as well.
  chart.addEventListener("mouseleave", leave, true);
  return () => {
    document.removeEventListener("pointerdown", down, true);
    chart.removeEventListener("pointermove", move);
    chart.removeEventListener("mouseleave", leave, true);
  };
}
