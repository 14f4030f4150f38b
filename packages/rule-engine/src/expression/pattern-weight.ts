/**
 * Estimates what a pattern costs to compile, from its text alone, so that a pattern that would block the process for a tenth of
 * a second is refused before it does. One unit is worth about three microseconds.
 *
 * Three things are expensive: nested repetitions, which are expanded; Unicode classes such as \pL, which hold hundreds of
 * ranges; and wide ranges that ignore case, which are searched character by character.
 */
export function patternWeight(text: string): number {
  const ignoresCase = flags.test(text);
  const scan = new PatternScan(ignoresCase);
  let at = 0;
  while (at < text.length) at = scan.step(text, at);
  return baseWeight + text.length + scan.weight;
}

const baseWeight = 20;
const unicodeClassWeight = 100;
const foldedUnicodeClassWeight = 150;
const foldedCharactersPerUnit = 50;
const lastCharacter = 0x10ffff;

/** A group that sets the flag i, for itself or for what follows. */
const flags = /\(\?[a-zA-Z]*i/;
const groupStart = /\((?:\?P?<[^>]*>|\?[a-zA-Z-]*[:)]?)?/y;
const repetition = /\{(\d+)(?:(,)(\d*))?\}/y;
const unicodeClass = /\\[pP](?:\{[^}]*\}|.)?/uy;
const hexadecimal = /\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{2}))/y;
const escaped = /\\[\s\S]?/y;

class PatternScan {
  /** The expanded size so far, group by group; `last` is the part that a repetition would repeat. */
  readonly #groups: { done: number; last: number }[] = [{ done: 0, last: 0 }];
  readonly #ignoresCase: boolean;
  #classes = 0;

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase;
  }

  get weight(): number {
    return this.#classes + this.#groups.reduce((sum, { done, last }) => sum + done + last, 0);
  }

  /** Reads the item at a place. Returns where the next one is. */
  step(text: string, at: number): number {
    const group = this.#groups.at(-1)!;
    switch (text[at]) {
      case "(": {
        const [opening] = matchAt(groupStart, text, at)!;
        // (?i) is closed already.
        if (!opening.endsWith(")")) this.#groups.push({ done: 0, last: 0 });
        return at + opening.length;
      }
      case ")":
        if (this.#groups.length > 1) {
          const { done, last } = this.#groups.pop()!;
          this.#atom(done + last + 2);
        }
        return at + 1;
      case "[":
        this.#atom(1);
        return this.#class(text, at + 1);
      case "{": {
        const found = matchAt(repetition, text, at);
        if (found === null) break;
        const times = 1 + Math.max(Number(found[1]), Number(found[3] ?? 0));
        // Each optional repetition takes one more instruction.
        group.last = times * (found[2] === undefined ? group.last : group.last + 1);
        return at + found[0].length;
      }
      case "*":
      case "+":
      case "?":
        group.last += 1;
        return at + 1;
      case "\\":
        return this.#escape(text, at);
      default:
    }
    this.#atom(1);
    return at + 1;
  }

  #atom(size: number): void {
    const group = this.#groups.at(-1)!;
    group.done += group.last;
    group.last = size;
  }

  #escape(text: string, at: number): number {
    if (text.startsWith("\\Q", at)) {
      const end = text.indexOf("\\E", at);
      const quoted = (end === -1 ? text.length : end) - at;
      this.#atom(quoted);
      return at + quoted;
    }
    this.#atom(1);
    const [written] =
      matchAt(unicodeClass, text, at) ?? matchAt(hexadecimal, text, at) ?? matchAt(escaped, text, at)!;
    if (written.startsWith("\\p") || written.startsWith("\\P")) this.#addUnicodeClass();
    return at + written.length;
  }

  #addUnicodeClass(): void {
    this.#classes += this.#ignoresCase ? foldedUnicodeClassWeight : unicodeClassWeight;
  }

  /** Reads a class after its bracket, range by range. */
  #class(text: string, start: number): number {
    let at = text[start] === "^" ? start + 1 : start;
    let before: number | null = null;
    for (let isFirst = true; at < text.length; isFirst = false) {
      if (text[at] === "]" && !isFirst) return at + 1;
      const namedEnd = text.startsWith("[:", at) ? text.indexOf(":]", at + 2) : -1;
      if (namedEnd !== -1) {
        before = null;
        at = namedEnd + 2;
        continue;
      }
      const isRange: boolean = text[at] === "-" && before !== null && text[at + 1] !== "]";
      const member = this.#member(text, isRange ? at + 1 : at);
      if (isRange) this.#addRange(before!, member.character ?? lastCharacter);
      before = isRange ? null : member.character;
      at = member.end;
    }
    return at;
  }

  #addRange(from: number, to: number): void {
    if (this.#ignoresCase) this.#classes += Math.max(0, to - from) / foldedCharactersPerUnit;
  }

  /** Reads a member of a class; the character is null if it stands for many, like \d. */
  #member(text: string, at: number): { readonly character: number | null; readonly end: number } {
    if (text[at] !== "\\") {
      const character = text.codePointAt(at) ?? 0;
      return { character, end: at + (character > 0xffff ? 2 : 1) };
    }
    const [unicode] = matchAt(unicodeClass, text, at) ?? [];
    if (unicode !== undefined) {
      this.#addUnicodeClass();
      return { character: null, end: at + unicode.length };
    }
    const hex = matchAt(hexadecimal, text, at);
    if (hex !== null) return { character: Number.parseInt(hex[1] ?? hex[2]!, 16), end: at + hex[0].length };
    const end = Math.min(at + 2, text.length);
    const meant = text[at + 1] ?? "\\";
    if (/[dDwWsS]/.test(meant)) return { character: null, end };
    // The meaning of other escaped letters and digits is not looked up: a range from 0 is at least as wide.
    return { character: /[a-zA-Z0-9]/.test(meant) ? 0 : meant.charCodeAt(0), end };
  }
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}
