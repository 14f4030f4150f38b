import qrcode from "qrcode-generator";

/** A QR code, black on white in either theme so that cameras can read it. */
export function QrCode({
  text,
  label,
  sizePx = 176,
}: {
  readonly text: string;
  readonly label: string;
  readonly sizePx?: number;
}) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  // Readers need a margin of four light modules.
  const edge = 4;
  let path = "";
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) path += `M${column + edge} ${row + edge}h1v1h-1z`;
    }
  }
  const side = count + 2 * edge;
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="rounded-md border border-line"
    >
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
