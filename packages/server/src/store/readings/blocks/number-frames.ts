/**
 * Writes whole numbers from zero on in as few bits as they need, in frames (see docs/block-format.md).
 *
 * An outlier costs bits only in its own frame. A frame of equal numbers takes no bits at all.
 */
const numbersPerFrame = 128;
const frameHeadWords = 2;

/** Returns how many 32-bit words the first `count` numbers take, or Infinity if one of them is too large for a frame. */
export function frameWords(numbers: Float64Array, count: number, base: number): number {
  let words = 0;
  for (let start = 0; start < count; start += numbersPerFrame) {
    const end = Math.min(start + numbersPerFrame, count);
    const [smallest, largest] = extremesOf(numbers, start, end);
    if (largest - base >= 2 ** 32) return Number.POSITIVE_INFINITY;
    words += frameHeadWords + packedWords(end - start, bitsFor(largest - smallest));
  }
  return words;
}

/** Writes the first `count` numbers, reduced by the base, from word `at` on. */
export function writeFrames(
  words: Uint32Array,
  at: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  let word = at;
  for (let start = 0; start < count; start += numbersPerFrame) {
    const end = Math.min(start + numbersPerFrame, count);
    const [smallest, largest] = extremesOf(numbers, start, end);
    const bits = bitsFor(largest - smallest);
    words[word] = smallest - base;
    words[word + 1] = bits;
    word += frameHeadWords;
    const next = word + packedWords(end - start, bits);
    words.fill(0, word, next);
    if (bits > 0) pack(words, word, numbers, start, end, smallest, bits);
    word = next;
  }
}

/** Reads the first `count` numbers into `numbers`. */
export function readFrames(
  words: Uint32Array,
  at: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  let word = at;
  for (let start = 0; start < count; start += numbersPerFrame) {
    const end = Math.min(start + numbersPerFrame, count);
    const smallest = base + words[word]!;
    const bits = words[word + 1]!;
    word += frameHeadWords;
    if (bits === 0) numbers.fill(smallest, start, end);
    else unpack(words, word, numbers, start, end, smallest, bits);
    word += packedWords(end - start, bits);
  }
}

/** Returns how many words `count` numbers take in the frames from byte `at` on. */
export function wordsOfFrames(view: DataView, at: number, count: number): number {
  let words = 0;
  for (let start = 0; start < count; start += numbersPerFrame) {
    const bits = view.getUint32(at + words * 4 + 4, true);
    words += frameHeadWords + packedWords(Math.min(numbersPerFrame, count - start), bits);
  }
  return words;
}

/** Reads the last of `count` numbers in the frames from byte `at` on. */
export function lastOfFrames(view: DataView, at: number, count: number, base: number): number {
  const before = count - 1 - ((count - 1) % numbersPerFrame);
  const head = at + wordsOfFrames(view, at, before) * 4;
  const bits = view.getUint32(head + 4, true);
  const smallest = base + view.getUint32(head, true);
  if (bits === 0) return smallest;
  const bit = (count - 1 - before) * bits;
  const word = head + frameHeadWords * 4 + (bit >>> 5) * 4;
  const shift = bit & 31;
  const low = view.getUint32(word, true) >>> shift;
  const high = shift + bits > 32 ? view.getUint32(word + 4, true) << (32 - shift) : 0;
  return smallest + (((low | high) & maskOf(bits)) >>> 0);
}

function pack(
  words: Uint32Array,
  at: number,
  numbers: Float64Array,
  start: number,
  end: number,
  smallest: number,
  bits: number,
): void {
  let bit = 0;
  for (let nth = start; nth < end; nth++) {
    const distance = numbers[nth]! - smallest;
    const word = at + (bit >>> 5);
    const shift = bit & 31;
    words[word]! |= distance << shift;
    if (shift + bits > 32) words[word + 1] = distance >>> (32 - shift);
    bit += bits;
  }
}

function unpack(
  words: Uint32Array,
  at: number,
  numbers: Float64Array,
  start: number,
  end: number,
  smallest: number,
  bits: number,
): void {
  const mask = maskOf(bits);
  let bit = 0;
  for (let nth = start; nth < end; nth++) {
    const word = at + (bit >>> 5);
    const shift = bit & 31;
    let distance = words[word]! >>> shift;
    if (shift + bits > 32) distance |= words[word + 1]! << (32 - shift);
    numbers[nth] = smallest + ((distance & mask) >>> 0);
    bit += bits;
  }
}

function extremesOf(numbers: Float64Array, start: number, end: number): [smallest: number, largest: number] {
  let smallest = numbers[start]!;
  let largest = smallest;
  for (let nth = start + 1; nth < end; nth++) {
    const number = numbers[nth]!;
    if (number < smallest) smallest = number;
    if (number > largest) largest = number;
  }
  return [smallest, largest];
}

/** Returns how many bits numbers up to this one take. It must be less than 2 ** 32. */
function bitsFor(largest: number): number {
  return 32 - Math.clz32(largest);
}

function maskOf(bits: number): number {
  return bits === 32 ? -1 : (1 << bits) - 1;
}

function packedWords(count: number, bits: number): number {
  return (count * bits + 31) >>> 5;
}
