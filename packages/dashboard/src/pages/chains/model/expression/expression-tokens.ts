export type TokenKind = "space" | "text" | "number" | "word" | "call" | "literal" | "mark";

/** A piece of an expression as the field colours it. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
}

/** An expression and where the caret stands in it. */
export interface CaretPlace {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly caret: number;
}

const literals = new Set(["true", "false", "null", "in"]);

/** One alternative for each kind, in this order. Strings may be unfinished during typing. */
const pieces =
  /(\s+)|([rRbB]*"(?:\\.|[^"\\])*"?|[rRbB]*'(?:\\.|[^'\\])*'?)|((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?u?)|([A-Za-z_]\w*)|([^\s\w"']+?)/gy;

const closedText = /^[rRbB]*(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')$/;

/** Splits an expression into coloured pieces. It rejects nothing; checkExpression reports problems. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pieces.lastIndex = 0;
  for (let start = 0; start < text.length; ) {
    pieces.lastIndex = start;
    const match = pieces.exec(text);
    const end = match === null ? start + 1 : pieces.lastIndex;
    tokens.push({ kind: kindOf(match, text, end), start, end });
    start = end;
  }
  return tokens;
}

function kindOf(match: RegExpExecArray | null, text: string, end: number): TokenKind {
  if (match === null) return "mark";
  const [, space, quoted, number, word] = match;
  if (space !== undefined) return "space";
  if (quoted !== undefined) return "text";
  if (number !== undefined) return "number";
  if (word === undefined) return "mark";
  if (literals.has(word)) return "literal";
  return /^\s*\(/.test(text.slice(end)) ? "call" : "word";
}

/** Tells whether the caret is inside a string, where nothing is completed. */
export function isInText(tokens: readonly Token[], caret: number, text: string): boolean {
  const token = tokens.find(({ start, end }) => start < caret && caret <= end);
  if (token?.kind !== "text") return false;
  return caret < token.end || !closedText.test(text.slice(token.start, token.end));
}
