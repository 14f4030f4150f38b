/** Runs in the page. Records every text that is drawn on a canvas. */
export const noteLabels = `
const labels = (window.labels = []);
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  labels.push(text);
  return fillText.call(this, text, ...place);
};
`;
