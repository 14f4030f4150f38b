const plain = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

export function countText(count: number): string {
  return plain.format(count);
}

/** For narrow places: 1.2K. */
export function compactText(count: number): string {
  return compact.format(count);
}

/** "1 device", "2 devices". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A measured value. Without given decimals, as many digits as tell something: at most six that count. */
export function valueText(value: number, decimals?: number | null): string {
  if (decimals !== undefined && decimals !== null) return value.toFixed(decimals);
  if (value !== 0 && (Math.abs(value) >= 1e9 || Math.abs(value) < 1e-4)) return value.toExponential(3);
  return String(Number(value.toPrecision(6)));
}

/** Readings a minute, with decimals only where they are needed. */
export function rateText(perMinute: number): string {
  if (perMinute === 0) return "0";
  if (perMinute < 1) return perMinute.toFixed(2);
  if (perMinute < 10) return perMinute.toFixed(1);
  return perMinute < 1000 ? countText(perMinute) : compactText(perMinute);
}

export function bytesText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

export function percentText(share: number): string {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
}
